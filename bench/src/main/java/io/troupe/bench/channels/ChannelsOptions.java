// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.stacks.StackOptions;
import java.util.List;
import java.util.Map;

/**
 * What is to be measured.
 *
 * @param contenders in this order within a round
 * @param works in this order within a round
 * @param run rounds, lengths and files
 */
record ChannelsOptions(List<Contender> contenders, List<ChannelWork> works, StackOptions run) {
    private static final String ALL = "all";
    private static final int ROUNDS = 5;

    static final String HELP =
            """
            Compares channels of libraries and languages, per element: nanoseconds and nanoseconds of processor time. Every
            figure comes from a process started for it, which measures five windows after warming up. The stacks take turns
            within a round, so that a machine that gets slower is slower for all. The program in Go is built when it is first
            used; what is missing for a stack is told in the tables.
              --stacks     names with commas, or all
              --works      names with commas, or all: pair-0 (round trips without a buffer), 8to1-128 (eight senders, one
                           receiver, a capacity of 128), select4-0 (one of four channels), sieve-16 (500 primes),
                           chain5-128 (five stages), …
            """
                    + StackOptions.HELP;

    static final Map<String, String> DEFAULTS = StackOptions.defaults(ROUNDS, 1, Map.of("stacks", ALL, "works", ALL));

    /**
     * Reads options.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    static ChannelsOptions of(Arguments arguments) {
        List<String> stacks =
                arguments.text("stacks").equals(ALL) ? Contenders.names() : StackOptions.distinct("stacks", arguments);
        List<String> works =
                arguments.text("works").equals(ALL) ? ChannelWork.names() : StackOptions.distinct("works", arguments);
        return new ChannelsOptions(
                stacks.stream().map(Contenders::named).toList(),
                works.stream().map(ChannelWork::named).toList(),
                StackOptions.of(arguments));
    }
}
