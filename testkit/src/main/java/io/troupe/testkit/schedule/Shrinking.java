// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the fewest events that must wait so that a test fails, while all others happen when they become possible, and then
 * for the fewest faults and operations. Each run that fails with less is where the search goes on. Source: delta debugging,
 * Zeller and Hildebrandt 2002, after single events or the last ones have been tried.
 */
final class Shrinking {
    /** What a run costs before its first event, in events. */
    private static final long RUN = 50;

    /** Events per millisecond of a run that is slow because of its events. */
    private static final long SLOWEST = 10;

    /** More steps than that explain nothing. */
    private static final int MOST_STEPS = 10;

    private final UnaryOperator<@Nullable SparseSchedule> trial;
    private final Predicate<SparseSchedule> explains;
    private final LongSupplier work;

    /** Until then single events are tried, until the next one sets of them, and until the last one fewer steps. */
    private final long singles;

    private final long sets;
    private final long end;

    /**
     * Not begun. Its bound is work and not time, so that the same failure is shrunk to the same schedule on every machine.
     *
     * @param trial runs the test under a schedule or one with less; returns that of a run that fails in the same way, or null
     * @param explains whether a single event that waits explains the failure: another one overtakes it at its target
     * @param work how much was done up to now, in any unit
     * @param most how much more may be done
     */
    Shrinking(
            UnaryOperator<@Nullable SparseSchedule> trial,
            Predicate<SparseSchedule> explains,
            LongSupplier work,
            long most) {
        this.trial = trial;
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
     * The schedule with the fewest events that wait that is found with so much work.
     *
     * @param all the events that waited in the failing run
     * @param events the events of that run: one may be enough that waits only because of others there
     * @return null if the run does not fail again even if all wait
     */
    @Nullable
    SparseSchedule smallest(SparseSchedule all, List<Wait> events) {
        long begin = work.getAsLong();
        SparseSchedule none = trial.apply(all.withWaits(List.of()));
        if (none != null) {
            return none;
        }
        long cost = work.getAsLong() - begin;
        boolean few = 2 * cost * events.size() <= singles - begin;
        SparseSchedule found = few ? single(all.withWaits(events), singles) : last(all);
        if (few && found != null) {
            return found;
        }
        found = found == null ? trial.apply(all) : found;
        if (found == null) {
            return null;
        }
        SparseSchedule left = fewerWaits(found, sets);
        SparseSchedule single = few || left.waits().size() < 2 ? null : single(left, sets);
        return single == null ? left : single;
    }

    /** One event that is enough; null if there is none. */
    private @Nullable SparseSchedule single(SparseSchedule all, long limit) {
        SparseSchedule found = null;
        for (Wait one : all.waits()) {
            if (isOver(limit)) {
                break;
            }
            SparseSchedule single = trial.apply(all.withWaits(List.of(one)));
            if (single != null && explains.test(single)) {
                return single;
            }
            found = found == null ? single : found;
        }
        return found;
    }

    /** The last few events, if they are enough; null if even the last half of them is not. */
    private @Nullable SparseSchedule last(SparseSchedule all) {
        SparseSchedule found = null;
        int count = all.waits().size();
        for (int last = 1; last < count && found == null && !isOver(singles); last *= 2) {
            found = trial.apply(all.withWaits(all.waits().subList(count - last, count)));
        }
        return found;
    }

    /**
     * The fewest steps that are found with so much work, and then fewer events that wait.
     *
     * @param all takes all steps
     * @param steps that it takes
     */
    SparseSchedule fewest(SparseSchedule all, List<String> steps) {
        SparseSchedule none = trial.apply(all.withSteps(List.of()));
        SparseSchedule found = none == null ? trial.apply(all.withSteps(steps)) : none;
        if (found == null) {
            return all;
        }
        return fewerWaits(minimized(found, SparseSchedule::steps, SparseSchedule::withSteps, end), end);
    }

    private SparseSchedule fewerWaits(SparseSchedule all, long limit) {
        return minimized(all, SparseSchedule::waits, SparseSchedule::withWaits, limit);
    }

    /** Without as many elements of a list as it fails without, too: first halves of it, in the end single ones. */
    private <T> SparseSchedule minimized(
            SparseSchedule all,
            Function<SparseSchedule, List<T>> list,
            BiFunction<SparseSchedule, List<T>, SparseSchedule> with,
            long limit) {
        SparseSchedule left = all;
        int size = list.apply(all).size();
        boolean fewer = true;
        while (list.apply(left).size() > 1 && !isOver(limit) && (size > 1 || fewer)) {
            size = Math.max(1, (Math.min(size, list.apply(left).size()) + 1) / 2);
            SparseSchedule smaller = withoutParts(left, list, with, size, limit);
            fewer = list.apply(smaller).size() < list.apply(left).size();
            left = smaller;
        }
        return left;
    }

    /** Without those parts of a list that it fails without, too; the last part is tried first. */
    private <T> SparseSchedule withoutParts(
            SparseSchedule all,
            Function<SparseSchedule, List<T>> list,
            BiFunction<SparseSchedule, List<T>, SparseSchedule> with,
            int size,
            long limit) {
        SparseSchedule left = all;
        int to = list.apply(left).size();
        while (to > 0 && list.apply(left).size() > 1 && !isOver(limit)) {
            List<T> present = list.apply(left);
            int from = Math.max(0, to - size);
            List<T> others = new ArrayList<>(present.subList(0, from));
            others.addAll(present.subList(to, present.size()));
            SparseSchedule found = trial.apply(with.apply(left, others));
            if (found != null && list.apply(found).size() < present.size()) {
                left = found;
            }
            to = Math.min(from, list.apply(left).size());
        }
        return left;
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
     * Whether something that waits for an actor is overtaken by something else that comes for it, or by time. Turns say less: they
     * come early or late because of others.
     *
     * @param waiting the events that wait
     * @param small events of the run in which they wait, in order
     * @param plain events of the run in which none waits, in order
     */
    static boolean isOvertaken(List<Departure> waiting, List<SimEvent> small, List<SimEvent> plain) {
        Map<String, Integer> usual = places(plain);
        return waiting.stream().anyMatch(departure -> {
            int at = place(departure.name(), small);
            SimEvent rival = rival(departure.name(), small, usual);
            return rival != null
                    && rival.kind() != EventKind.TURN
                    && small.get(at).kind() != EventKind.TURN;
        });
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
