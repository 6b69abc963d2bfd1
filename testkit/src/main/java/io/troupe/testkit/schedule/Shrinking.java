// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the fewest events that must wait for their rank so that a test fails, while all others happen when they become
 * possible, and then for the fewest faults and operations. Source: delta debugging, Zeller and Hildebrandt 2002, after single
 * events have been tried.
 */
final class Shrinking {
    /** What a run costs before its first event, in events. */
    private static final long RUN = 50;

    /** Events per millisecond of a run that is slow because of its events. */
    private static final long SLOWEST = 10;

    /** More steps than that explain nothing. */
    private static final int MOST_STEPS = 10;

    private final BiPredicate<List<Departure>, @Nullable List<String>> fails;
    private final Predicate<Departure> explains;
    private final LongSupplier work;

    /** Until then single events are tried, until the next one sets of them, and until the last one fewer steps. */
    private final long singles;

    private final long sets;
    private final long end;

    /**
     * Not begun. Its bound is work and not time, so that the same failure is shrunk to the same schedule on every machine.
     *
     * @param fails runs the test with the events that wait and the only steps that are taken, null for all; says whether it
     *     fails in the same way
     * @param explains whether an event that alone makes the test fail explains it: another one overtakes it at its target
     * @param work how much was done up to now, in any unit
     * @param most how much more may be done
     */
    Shrinking(
            BiPredicate<List<Departure>, @Nullable List<String>> fails,
            Predicate<Departure> explains,
            LongSupplier work,
            long most) {
        this.fails = fails;
        this.explains = explains;
        this.work = work;
        this.singles = work.getAsLong() + most / 3;
        this.sets = singles + most / 3;
        this.end = sets + most / 3;
    }

    /**
     * What a try costs, in events. That is the same on every machine, unless the test does something else for long, such as a
     * check of its history that gives up after ten seconds.
     *
     * @param events of the run
     * @param took real time
     */
    static long cost(long events, Duration took) {
        return Math.max(RUN + events, took.toMillis() * SLOWEST);
    }

    private boolean isOver(long limit) {
        return work.getAsLong() > limit;
    }

    /**
     * The smallest set that is found with so much work.
     *
     * @param all events of the failing run, with their ranks
     * @return null if the run does not fail again even if all wait
     */
    @Nullable
    List<Departure> smallest(List<Departure> all) {
        if (fails.test(List.of(), null)) {
            return List.of();
        }
        Departure found = null;
        for (Departure one : all) {
            if (isOver(singles)) {
                break;
            }
            if (fails.test(List.of(one), null)) {
                if (explains.test(one)) {
                    return List.of(one);
                }
                found = found == null ? one : found;
            }
        }
        if (found != null) {
            return List.of(found);
        }
        return fails.test(all, null) ? minimized(all, sets, waiting -> fails.test(waiting, null)) : null;
    }

    /**
     * The fewest steps that are found with so much work.
     *
     * @param waiting the events that wait
     * @param all steps that are taken when none is left out
     */
    List<String> fewest(List<Departure> waiting, List<String> all) {
        if (all.isEmpty() || fails.test(waiting, List.of())) {
            return List.of();
        }
        return fails.test(waiting, all) ? minimized(all, end, taken -> fails.test(waiting, taken)) : all;
    }

    /** Fewer events that wait, when only some steps are taken. */
    List<Departure> fewer(List<Departure> waiting, List<String> taken) {
        return waiting.size() < 2 ? waiting : minimized(waiting, end, left -> fails.test(left, taken));
    }

    private <T> List<T> minimized(List<T> all, long limit, Predicate<List<T>> stillFails) {
        List<T> left = all;
        int parts = 2;
        while (left.size() > 1 && !isOver(limit)) {
            List<T> smaller = smaller(left, parts, limit, stillFails);
            if (smaller != null) {
                left = smaller;
                parts = Math.max(parts - 1, 2);
            } else if (parts < left.size()) {
                parts = Math.min(2 * parts, left.size());
            } else {
                break;
            }
        }
        return left;
    }

    /** Without one part of several, if it fails then, too. */
    private <T> @Nullable List<T> smaller(List<T> left, int parts, long limit, Predicate<List<T>> stillFails) {
        for (int part = 0; part < parts && !isOver(limit); part++) {
            int from = (int) ((long) left.size() * part / parts);
            int to = (int) ((long) left.size() * (part + 1) / parts);
            List<T> others = new ArrayList<>(left.subList(0, from));
            others.addAll(left.subList(to, left.size()));
            if (stillFails.test(others)) {
                return others;
            }
        }
        return null;
    }

    /** {@return a sentence about the steps that a small failing run still takes} */
    static String words(List<String> taken, List<String> all) {
        String some =
                taken.isEmpty() ? "none" : taken.stream().limit(MOST_STEPS).collect(Collectors.joining(", "));
        int more = taken.size() - MOST_STEPS;
        return "with " + taken.size() + " of " + all.size() + " faults and operations: " + some
                + (more > 0 ? " and " + more + " more, see the file" : "");
    }

    /**
     * What a small failing schedule says.
     *
     * @param departures the events that wait
     * @param small events of the run in which they wait, in order
     * @param plain events of the run in which none waits, in order
     * @return a sentence per event that waits
     */
    static List<String> words(List<Departure> departures, List<SimEvent> small, List<SimEvent> plain) {
        if (departures.isEmpty()) {
            return List.of("fails even if every event happens as soon as it can");
        }
        Map<String, Integer> usual = places(plain);
        List<String> words = new ArrayList<>();
        for (Departure departure : departures) {
            SimEvent rival = rival(departure.name(), small, usual);
            SimEvent before = rival == null ? predecessor(departure.name(), small) : rival;
            int at = place(departure.name(), small);
            String clause;
            if (at == small.size()) {
                clause = EventWords.never(departure.name()); // the run has ended before
            } else {
                SimEvent late = small.get(at);
                clause = before == null ? EventWords.late(late) : EventWords.after(late, before);
            }
            words.add((words.isEmpty() ? "fails if " : "and ") + clause);
        }
        return words;
    }

    private static Map<String, Integer> places(List<SimEvent> events) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            places.put(events.get(i).name(), i);
        }
        return places;
    }

    /**
     * Whether an event that waits is overtaken by another one at the same target, or by time.
     *
     * @param small events of the run in which it waits, in order
     * @param plain events of the run in which it does not wait, in order
     */
    static boolean isOvertaken(String name, List<SimEvent> small, List<SimEvent> plain) {
        SimEvent rival = rival(name, small, places(plain));
        return rival != null && rival.kind() != EventKind.TURN;
    }

    private static int place(String name, List<SimEvent> events) {
        int at = 0;
        while (at < events.size() && !events.get(at).name().equals(name)) {
            at++;
        }
        return at;
    }

    private static @Nullable SimEvent predecessor(String name, List<SimEvent> events) {
        int at = place(name, events);
        return at == 0 || at == events.size() ? null : events.get(at - 1);
    }

    /** The last event that happens to the same target before it, but usually after it. */
    private static @Nullable SimEvent rival(String name, List<SimEvent> small, Map<String, Integer> usual) {
        int at = place(name, small);
        if (at == small.size()) {
            return null;
        }
        SimEvent waiting = small.get(at);
        int place = usual.getOrDefault(name, Integer.MAX_VALUE - 1);
        SimEvent turn = null;
        for (int i = at - 1; i >= 0; i--) {
            SimEvent other = small.get(i);
            boolean related = other.kind() == EventKind.TIME || other.target().equals(waiting.target());
            if (related && usual.getOrDefault(other.name(), Integer.MAX_VALUE) > place) {
                if (other.kind() != EventKind.TURN) {
                    return other; // says more: which message came before
                }
                turn = turn == null ? other : turn;
            }
        }
        return turn;
    }
}
