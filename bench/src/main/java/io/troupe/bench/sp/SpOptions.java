// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.stacks.StackOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured.
 *
 * @param stacks in this order within a round
 * @param cells in this order within a round
 * @param run rounds, lengths and files; the warm-up begins with the first message
 */
record SpOptions(List<SpStack> stacks, List<Cell> cells, StackOptions run) {
    static final String HELP =
            """
            Compares sockets: messages in one direction (PAIR) and round trips (REQ/REP, 111 bytes), between two processes,
            for inproc in one. Every figure comes from processes started for it. The stacks take turns within a round, so
            that a machine that gets slower is slower for all. Stacks in C are built with gcc when they are first used; what
            is missing for them is told in the tables.
              --stacks     names with commas; default: all
              --cells      pair-inproc-4k, pair-ipc-64k, lat-tcp, … or all
              --threads    numbers of sending or asking threads, with commas. Senders share a socket where the library allows
                           it; each asking thread has its own, with one request under way
            """
                    + StackOptions.HELP;

    static final Map<String, String> DEFAULTS = StackOptions.defaults(
            1,
            1,
            Map.of(
                    "stacks",
                    String.join(",", Stacks.names()),
                    "cells",
                    "pair-inproc-4k,pair-ipc-4k,pair-tcp-4k,lat-inproc,lat-ipc,lat-tcp",
                    "threads",
                    "1"));

    private static final String ALL = "all";
    private static final int MOST_THREADS = 64;

    /**
     * Reads options.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    static SpOptions of(Arguments arguments) {
        List<Integer> threads = arguments.numbers("threads", 1, MOST_THREADS);
        if (new HashSet<>(threads).size() < threads.size()) {
            throw new IllegalArgumentException("threads must not repeat: threads=" + arguments.text("threads"));
        }
        List<String> cells =
                arguments.text("cells").equals(ALL) ? Cell.names() : StackOptions.distinct("cells", arguments);
        return new SpOptions(
                StackOptions.distinct("stacks", arguments).stream()
                        .map(Stacks::named)
                        .toList(),
                cells.stream()
                        .flatMap(name -> threads.stream().map(count -> Cell.of(name, count)))
                        .toList(),
                StackOptions.of(arguments));
    }
}
