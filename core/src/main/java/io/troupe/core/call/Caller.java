// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.call;

import java.util.Objects;

/**
 * The principal that calls from another process, proven to this process by the connection (for example by a
 * certificate), not claimed by the call. A method sees it as {@code context().caller()}. Immutable.
 *
 * @param name of the principal, for example the subject of a certificate
 * @param address where the call came from, for people
 */
public record Caller(String name, String address) {
    /** Checks that nothing is missing. */
    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
    }
}
