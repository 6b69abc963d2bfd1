// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.sp.stack.SpStack;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is to be measured.
 *
 * @param stacks in this order within a round
 * @param cells in this order within a round
 * @param forks rounds, each with new processes for every stack and cell; at least 1
 * @param window that is measured
 * @param warmUp before it, from the first message on
 * @param jvm options of all virtual machines
 * @param json file for the raw results; empty for none
 */
record SpOptions(
        List<SpStack> stacks,
        List<Cell> cells,
        int forks,
        Duration window,
        Duration warmUp,
        List<String> jvm,
        String json) {
    static final String HELP =
            """
            Compares sockets: messages in one direction (PAIR) and round trips (REQ/REP, 111 bytes), between two processes,
            for inproc in one. Every figure comes from processes started for it. The stacks take turns within a round, so
            that a machine that gets slower is slower for all.
              --stacks   names with commas; default: all
              --cells    pair-inproc-4k, pair-ipc-64k, lat-tcp, … or all
              --threads  numbers of sending or asking threads, with commas. Senders share a socket where the library allows
                         it; each asking thread has its own, with one request under way
              --forks    rounds; the table shows medians of all rounds
              --seconds  length of the measured window, such as 1 or 0.5
              --warmup   seconds before it
              --jvm      options of all virtual machines, with spaces between
              --json     file for the raw results
              --help     this text
            Stacks in C are built with gcc when they are first used; what is missing for them is told in the tables.
            Exit code 0: all measured that can be; 1: some measurement failed, the others are shown; 2: wrong options.""";

    static final Map<String, String> DEFAULTS = Map.of(
            "stacks", String.join(",", Stacks.names()),
            "cells", "pair-inproc-4k,pair-ipc-4k,pair-tcp-4k,lat-inproc,lat-ipc,lat-tcp",
            "threads", "1",
            "forks", "1",
            "seconds", "1",
            "warmup", "1",
            "jvm", "-Xmx1g -XX:+UseParallelGC",
            "json", "");

    private static final String ALL = "all";
    private static final int MOST = 3600;
    private static final int MOST_THREADS = 64;

    /**
     * Reads options.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    static SpOptions of(Arguments arguments) {
        List<Integer> threads = distinct("threads", arguments.text("threads"))
                .map(text -> number("threads", text, MOST_THREADS))
                .toList();
        String names = arguments.text("cells").equals(ALL) ? String.join(",", Cell.names()) : arguments.text("cells");
        return new SpOptions(
                distinct("stacks", arguments.text("stacks")).map(Stacks::named).toList(),
                distinct("cells", names)
                        .flatMap(name -> threads.stream().map(count -> Cell.of(name, count)))
                        .toList(),
                number("forks", arguments.text("forks"), MOST),
                arguments.seconds("seconds"),
                arguments.seconds("warmup"),
                Stream.of(arguments.text("jvm").trim().split("\\s+", -1))
                        .filter(option -> !option.isEmpty())
                        .toList(),
                arguments.text("json"));
    }

    private static Stream<String> distinct(String option, String text) {
        List<String> names = Pattern.compile(",").splitAsStream(text).toList();
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException(option + " must not repeat: " + option + "=" + text);
        }
        return names.stream();
    }

    private static int number(String option, String text, int most) {
        int number = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(option + " must be from 1 to " + most + ": " + option + "=" + text);
        }
        return number;
    }
}
