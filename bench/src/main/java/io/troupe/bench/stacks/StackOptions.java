// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.stacks;

import io.troupe.bench.harness.Arguments;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What all programs that compare stacks are told.
 *
 * @param forks rounds, each with new processes for every stack and cell; at least 1
 * @param window that is measured
 * @param warmUp before it
 * @param jvm options of all virtual machines
 * @param json file for the results; empty for none
 */
public record StackOptions(int forks, Duration window, Duration warmUp, List<String> jvm, String json) {
    /** The lines of a help about these options. */
    public static final String HELP =
            """
              --forks      rounds; the table shows medians of all rounds
              --seconds    length of the measured window, such as 1 or 0.5
              --warmup     seconds before it
              --jvm        options of all virtual machines, with spaces between
              --json       file for the results
              --help       this text
            Exit code 0: all measured that can be; 1: some measurement failed, the others are shown; 2: wrong options.
            """;

    private static final int MOST = 3600;

    /**
     * The defaults of a program.
     *
     * @param forks rounds
     * @param seconds of window and warm-up
     * @param own options of this program alone
     */
    public static Map<String, String> defaults(int forks, int seconds, Map<String, String> own) {
        Map<String, String> all = new HashMap<>(own);
        all.put("forks", Integer.toString(forks));
        all.put("seconds", Integer.toString(seconds));
        all.put("warmup", Integer.toString(seconds));
        all.put("jvm", "-Xmx1g -XX:+UseParallelGC");
        all.put("json", "");
        return Map.copyOf(all);
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    public static StackOptions of(Arguments arguments) {
        return new StackOptions(
                arguments.number("forks", 1, MOST),
                arguments.seconds("seconds"),
                arguments.seconds("warmup"),
                Stream.of(arguments.text("jvm").trim().split("\\s+", -1))
                        .filter(option -> !option.isEmpty())
                        .toList(),
                arguments.text("json"));
    }

    /**
     * The names that an option has, with commas between.
     *
     * @throws IllegalArgumentException if one is there twice
     */
    public static List<String> distinct(String option, Arguments arguments) {
        List<String> names = arguments.list(option);
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException(option + " must not repeat: " + option + "=" + arguments.text(option));
        }
        return names;
    }
}
