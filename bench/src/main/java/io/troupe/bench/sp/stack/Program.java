// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

import java.util.List;

/**
 * What runs the roles of a stack.
 *
 * @param command program and first arguments; empty: a virtual machine like this one
 * @param missing what keeps it from running on this machine, in one line; empty if nothing does
 */
public record Program(List<String> command, String missing) {
    /** The virtual machine. */
    public static Program virtualMachine() {
        return new Program(List.of(), "");
    }

    /** Another program. */
    public static Program of(List<String> command) {
        return new Program(List.copyOf(command), "");
    }

    /** None, and what to do about it. */
    public static Program missing(String reason) {
        return new Program(List.of(), "missing: " + reason);
    }
}
