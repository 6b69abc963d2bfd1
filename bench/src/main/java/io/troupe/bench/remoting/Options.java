// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.stack.Stack;
import io.troupe.bench.stacks.StackOptions;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured.
 *
 * @param stacks in this order within a round
 * @param loads in this order within a round
 * @param run rounds, lengths and files
 */
record Options(List<Stack> stacks, List<Load> loads, StackOptions run) {
    static final String HELP =
            """
            Compares remoting stacks: two processes, one connection on the loopback interface, payloads of 100 bytes.
            Every figure comes from a server and a client started for it. The stacks take turns within a round, so that
            a machine that gets slower is slower for all. A window has four parts; the warm-up takes up to five times
            as long as told, until three windows agree within 15 %.
              --stacks     names with commas, of those below
              --workloads  tell: messages one way, counted when the server has them;
                           ask1, ask64, ask1024, …: requests, with that many under way at any time
            """
                    + StackOptions.HELP;

    static final Map<String, String> DEFAULTS = StackOptions.defaults(
            5, 2, Map.of("stacks", String.join(",", Stacks.names()), "workloads", "tell,ask1,ask64,ask1024"));

    /**
     * Reads options.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    static Options of(Arguments arguments) {
        return new Options(
                StackOptions.distinct("stacks", arguments).stream()
                        .map(Stacks::named)
                        .toList(),
                StackOptions.distinct("workloads", arguments).stream()
                        .map(Load::of)
                        .toList(),
                StackOptions.of(arguments));
    }
}
