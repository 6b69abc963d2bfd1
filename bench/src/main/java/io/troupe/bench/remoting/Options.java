// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.stack.Stack;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is to be measured.
 *
 * @param stacks in this order within a round
 * @param loads in this order within a round
 * @param forks rounds, each with new processes for every stack and load; at least 1
 * @param window that is measured
 * @param warmUp before it
 * @param jvm options of all virtual machines
 * @param json file for the raw results; empty for none
 */
record Options(
        List<Stack> stacks,
        List<Load> loads,
        int forks,
        Duration window,
        Duration warmUp,
        List<String> jvm,
        String json) {
    static final String HELP =
            """
            Compares remoting stacks: two processes, one connection on the loopback interface, payloads of 100 bytes.
            Every figure comes from a server and a client started for it. The stacks take turns within a round, so that
            a machine that gets slower is slower for all.
              --stacks     names with commas, of those below
              --workloads  tell: messages one way, counted when the server has them;
                           ask1, ask64, ask1024, …: requests, with that many under way at any time
              --forks      rounds; the table shows medians of all rounds
              --seconds    measured time, such as 1 or 0.5, in four windows
              --warmup     seconds before it at least; up to five times as long, until windows agree within 15 %
              --jvm        options of all virtual machines, with spaces between
              --json       file for the raw results
              --help       this text
            Exit code 0: all measured; 1: some measurement failed, the others are shown; 2: wrong options.""";

    static final Map<String, String> DEFAULTS = Map.of(
            "stacks", String.join(",", Stacks.names()),
            "workloads", "tell,ask1,ask64,ask1024",
            "forks", "5",
            "seconds", "2",
            "warmup", "2",
            "jvm", "-Xmx1g -XX:+UseParallelGC",
            "json", "");

    private static final int MOST = 3600;

    /**
     * Reads options.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    static Options of(Arguments arguments) {
        return new Options(
                distinct("stacks", arguments).map(Stacks::named).toList(),
                distinct("workloads", arguments).map(Load::of).toList(),
                number("forks", arguments),
                arguments.seconds("seconds"),
                arguments.seconds("warmup"),
                Stream.of(arguments.text("jvm").trim().split("\\s+", -1))
                        .filter(option -> !option.isEmpty())
                        .toList(),
                arguments.text("json"));
    }

    private static Stream<String> distinct(String option, Arguments arguments) {
        List<String> names = arguments.list(option);
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException(option + " must not repeat: " + option + "=" + arguments.text(option));
        }
        return names.stream();
    }

    private static int number(String option, Arguments arguments) {
        String text = arguments.text(option);
        int number = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException(option + " must be from 1 to " + MOST + ": " + option + "=" + text);
        }
        return number;
    }
}
