// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.call;

import java.util.Objects;

/**
 * Who calls from another process, as proven to the side that brought the call here and not as the call says: what {@code
 * context().caller()} gives while the method runs. Immutable.
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
