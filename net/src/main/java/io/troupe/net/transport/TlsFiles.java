// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What a process shows of itself and whom it trusts, as PEM files. Both sides of a connection show a certificate, always. The
 * files are read once, when the transport is made.
 *
 * @param certificateChain the own certificate, then those that signed it up to one that the others trust
 * @param privateKey of the own certificate: PKCS#8, without a password
 * @param trusted certificates of the authorities that sign the others
 * @param verifyHost whether the certificate of who is dialled must be for the host of the address
 */
public record TlsFiles(Path certificateChain, Path privateKey, Path trusted, boolean verifyHost) {
    /** Checks that all are given. */
    public TlsFiles {
        Objects.requireNonNull(certificateChain, "certificateChain");
        Objects.requireNonNull(privateKey, "privateKey");
        Objects.requireNonNull(trusted, "trusted");
    }

    /** Host names are verified. */
    public TlsFiles(Path certificateChain, Path privateKey, Path trusted) {
        this(certificateChain, privateKey, trusted, true);
    }
}
