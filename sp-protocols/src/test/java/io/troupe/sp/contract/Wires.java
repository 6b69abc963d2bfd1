// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.contract;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The transports that contracts are checked with. */
public final class Wires {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private Wires() {}

    /** All of them. */
    public static Stream<Wire> all() {
        return Stream.of(new Wire("inproc", () -> "inproc://wire-" + NAMES.incrementAndGet()));
    }

    /**
     * A transport.
     *
     * @param scheme its name
     * @param uri a fresh address to listen at
     */
    public record Wire(String scheme, Supplier<String> uri) {
        @Override
        public String toString() {
            return scheme;
        }
    }
}
