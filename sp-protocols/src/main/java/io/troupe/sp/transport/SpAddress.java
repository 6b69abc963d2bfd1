// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.core.message.PlainText;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.Locale;

/**
 * An address to listen at or to dial, {@code scheme://rest}. The scheme chooses the transport, which reads the rest.
 *
 * @param scheme in lower case, such as {@code tcp}
 * @param rest the part after {@code ://}, not empty
 */
public record SpAddress(String scheme, String rest) {
    private static final String SEPARATOR = "://";

    /**
     * Reads an address from text. The scheme may be in upper case.
     *
     * @param uri the text
     * @return the address
     * @throws SpException ADDRESS_INVALID when it has not the form {@code scheme://rest}, or has control characters
     */
    public static SpAddress parse(String uri) {
        int at = uri.indexOf(SEPARATOR);
        if (at <= 0 || at + SEPARATOR.length() == uri.length()) {
            throw wrong("an address has the form scheme://rest", uri);
        }
        if (uri.chars().anyMatch(Character::isISOControl)) { // it will stand in logs
            throw wrong("an address must not have control characters", uri);
        }
        return new SpAddress(uri.substring(0, at).toLowerCase(Locale.ROOT), uri.substring(at + SEPARATOR.length()));
    }

    private static SpException wrong(String rule, String uri) {
        return new SpException(SpError.ADDRESS_INVALID, rule + ": address=" + PlainText.of(uri));
    }

    @Override
    public String toString() {
        return scheme + SEPARATOR + rest;
    }
}
