// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.stacks.StackOptions;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured.
 *
 * @param stacks in this order within a round
 * @param loads in this order within a round
 * @param keys that are called cold, or are active while members come and go
 * @param run rounds, lengths and files
 */
record Options(List<Stack> stacks, List<Load> loads, int keys, StackOptions run) {
    static final String HELP =
            """
            Compares clusters: members in processes of their own, one more process that calls, one database, one machine.
            Every figure comes from processes and an empty database made for it. The stacks take turns within a round.
            Needs PostgreSQL (.ci/postgres), of which it starts a server of its own, with the settings as they come.
              --stacks     names with commas, of those below
              --loads      ask1, ask64, ask1024: an actor without state, so many calls under way; one member
                           update1, update512: a state of 200 bytes is replaced; PostgreSQL, three members
                           sqlite512: the same in a file of SQLite, one member
                           cold500: first calls of keys that have a state; empty500: of keys of actors without
                           kill, stop: one of three members dies (SIGKILL) or stands still (SIGSTOP)
                           join, leave: a fourth member comes, or one of three goes (SIGTERM)
              --keys       keys that are called cold, the first half of them to warm up; keys that are active
                           while members come and go
            """
                    + StackOptions.HELP;

    static final Map<String, String> DEFAULTS = StackOptions.defaults(
            5,
            5,
            Map.of(
                    "stacks",
                    String.join(",", Stacks.names()),
                    "loads",
                    String.join(",", Load.names()),
                    "keys",
                    "100000"));

    private static final int LEAST_KEYS = 1_000;
    private static final int MOST_KEYS = 1_000_000;

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
                StackOptions.distinct("loads", arguments).stream()
                        .map(Load::named)
                        .toList(),
                arguments.number("keys", LEAST_KEYS, MOST_KEYS),
                StackOptions.of(arguments));
    }
}
