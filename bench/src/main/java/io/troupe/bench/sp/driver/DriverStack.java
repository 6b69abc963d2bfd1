// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.driver;

import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.sp.stack.Transport;
import java.util.ArrayList;
import java.util.List;

/**
 * A stack whose roles are a program in C.
 *
 * @param name as on the command line
 * @param about how it is set up
 * @param compiler of its driver
 * @param first arguments before the role; with "spin" there are only round trips of one thread
 */
public record DriverStack(String name, String about, Compiler compiler, List<String> first) implements SpStack {
    private static final String SPIN = "spin";

    /** nanomsg. */
    public static DriverStack nanomsg() {
        return new DriverStack(
                "nanomsg",
                "nanomsg in C, threads share a socket, its own memory (NN_MSG), Nagle one way over tcp because it is faster",
                new Compiler("nanomsg", List.of("nanomsg.c", "driver.c"), List.of("-lnanomsg"), "libnanomsg-dev"),
                List.of());
    }

    /** nng. */
    public static DriverStack nng() {
        return new DriverStack(
                "nng",
                "nng in C, threads share a socket, messages handed over (nng_sendmsg), queues of 128",
                new Compiler("nng", List.of("nng.c", "driver.c"), List.of("-lnng"), "libnng-dev"),
                List.of());
    }

    /**
     * Sockets without a library.
     *
     * @param spin whether both sides of a round trip spin
     */
    public static DriverStack raw(boolean spin) {
        return new DriverStack(
                spin ? "c-spin" : "c",
                spin
                        ? "sockets in C, both sides spin; inproc: a variable"
                        : "sockets in C, writes of 128 KiB, blocking round trips; inproc: a ring with one copy, condition variables",
                new Compiler("raw", List.of("raw.c", "memory.c", "driver.c"), List.of(), ""),
                spin ? List.of(SPIN) : List.of());
    }

    @Override
    public boolean offers(Pattern pattern, Transport transport, int threads) {
        return !first.contains(SPIN) || (pattern == Pattern.LATENCY && threads == 1);
    }

    @Override
    public Program program() {
        Program built = compiler.build();
        if (!built.missing().isEmpty()) {
            return built;
        }
        List<String> command = new ArrayList<>(built.command());
        command.addAll(first);
        return Program.of(command);
    }
}
