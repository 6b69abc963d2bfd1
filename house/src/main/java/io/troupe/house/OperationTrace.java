// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The source files that one operation enters, in order: those that more than half of the rounds enter, without what is entered when
 * nothing is done.
 *
 * @param operation its name
 * @param rounds how often it was done
 * @param stations the files
 */
record OperationTrace(String operation, int rounds, List<Station> stations) {
    /**
     * A method that was entered.
     *
     * @param thread name of the thread, with {@code #} for its number
     * @param file source file, from its package on: {@code io/troupe/core/ActorSystem.java}
     * @param method its name
     */
    record Entry(String thread, String file, String method) {}

    /** What was entered during one round, or while nothing was done; each method of a thread once, in order. */
    static final class Stretch {
        private final Set<Entry> entries = new LinkedHashSet<>();
        /** How many entries there were before the effect; -1 while there was none. */
        private int before = -1;

        void enter(Entry entry) {
            entries.add(entry);
        }

        /** The operation has its effect now. */
        void effect() {
            if (before < 0) {
                before = entries.size();
            }
        }

        private Stretch without(Set<Entry> background) {
            Stretch rest = new Stretch();
            int index = 0;
            for (Entry entry : entries) {
                if (index++ == before) {
                    rest.effect();
                }
                if (!background.contains(entry)) {
                    rest.enter(entry);
                }
            }
            return rest;
        }

        private Set<String> files() {
            return files(entries.size());
        }

        /** Files that were entered before the effect, or all if there was none. */
        private Set<String> filesBeforeEffect() {
            return files(before < 0 ? entries.size() : before);
        }

        private Set<String> files(int most) {
            Set<String> files = new LinkedHashSet<>();
            entries.stream().limit(most).forEach(entry -> files.add(entry.file()));
            return files;
        }
    }

    /**
     * A file that belongs to the operation.
     *
     * @param file source file, from its package on
     * @param entry how it is entered first, in a typical round
     * @param beforeEffect whether it is entered before the operation has its effect
     * @param rounds how many rounds enter it
     */
    record Station(String file, Entry entry, boolean beforeEffect, int rounds) {}

    /**
     * Compares rounds with stretches of the same length in which nothing was done.
     *
     * @param idle stretches; what more than half of them enter belongs to no operation, on the same thread
     */
    static OperationTrace of(String operation, List<Stretch> idle, List<Stretch> rounds) {
        Set<Entry> background = frequent(idle, stretch -> stretch.entries).keySet();
        List<Stretch> cleaned =
                rounds.stream().map(round -> round.without(background)).toList();
        Map<String, Integer> files = frequent(cleaned, Stretch::files);
        Set<String> before = frequent(cleaned, Stretch::filesBeforeEffect).keySet();
        Map<String, Entry> first = new LinkedHashMap<>();
        // A typical round first; then those that have what it lacks.
        cleaned.stream()
                .sorted(Comparator.comparingInt(round -> distance(round, files.keySet())))
                .flatMap(round -> round.entries.stream())
                .filter(entry -> files.containsKey(entry.file()))
                .forEach(entry -> first.putIfAbsent(entry.file(), entry));
        List<Station> stations = new ArrayList<>();
        first.forEach((file, entry) ->
                stations.add(new Station(file, entry, before.contains(file), files.getOrDefault(file, 0))));
        return new OperationTrace(operation, rounds.size(), stations);
    }

    /** How many of the files are entered before the effect. */
    int beforeEffect() {
        return (int) stations.stream().filter(Station::beforeEffect).count();
    }

    /** What more than half of the stretches have, and how many of them. */
    private static <T> Map<T, Integer> frequent(List<Stretch> stretches, Function<Stretch, Set<T>> part) {
        Map<T, Integer> counts = new HashMap<>();
        for (Stretch stretch : stretches) {
            part.apply(stretch).forEach(item -> counts.merge(item, 1, Integer::sum));
        }
        counts.values().removeIf(count -> 2 * count <= stretches.size());
        return counts;
    }

    private static int distance(Stretch round, Set<String> files) {
        Set<String> missing = new HashSet<>(files);
        missing.removeAll(round.files());
        Set<String> more = new HashSet<>(round.files());
        more.removeAll(files);
        return missing.size() + more.size();
    }
}
