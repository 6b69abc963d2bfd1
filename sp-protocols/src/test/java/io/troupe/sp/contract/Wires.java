// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.contract;

import io.troupe.sp.peers.Addresses;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The ways of reaching peers that each protocol is tested over. */
public final class Wires {
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** Each gives an address to listen at that nobody uses; dial what the listener says. */
    private static final List<Wire> ALL = List.of(
            new Wire("inproc", Wires::inproc),
            new Wire("ipc", () -> "ipc://" + Addresses.ipcPath()),
            new Wire("tcp", () -> "tcp://127.0.0.1:0"),
            new Wire("ws", () -> "ws://127.0.0.1:0/wire"));

    private Wires() {}

    /** All of them, for {@code @MethodSource}. */
    public static Stream<Wire> all() {
        return ALL.stream();
    }

    /** A fresh address within the process. */
    public static String inproc() {
        return "inproc://wire-" + NAMES.incrementAndGet();
    }

    /**
     * One way of reaching peers.
     *
     * @param scheme for reports
     * @param uri gives a fresh address to listen at
     */
    public record Wire(String scheme, Supplier<String> uri) {
        /** A fresh address to listen at. */
        public String fresh() {
            return uri.get();
        }

        @Override
        public String toString() {
            return scheme;
        }
    }
}
