// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.call;

import java.util.Objects;

/**
 * The principal behind a call from another process. The connection has proven it, for example by a certificate; the call
 * does not claim it. A method gets it by {@code context().caller()}, to check rights. Immutable.
 *
 * @param name of the principal, for example the subject of a certificate
 * @param address where the call came from, in a form for people
 */
public record Caller(String name, String address) {
    /**
     * Checks that no component is null.
     *
     * @param name of the principal
     * @param address in a form for people
     */
    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
    }
}
