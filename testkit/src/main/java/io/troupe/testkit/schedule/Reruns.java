// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a failing test again under schedules that differ from its first one. */
final class Reruns {
    /** Of assertions, not of tests. */
    private static final List<String> LIBRARIES =
            List.of("java.", "jdk.", "org.assertj.", "org.junit.", "org.opentest4j.");

    private final Function<Function<LongSupplier, Chooser>, Simulator> simulators;
    private final Function<Simulator, @Nullable Throwable> test;
    private final Throwable cause;
    private long work;

    /**
     * No run yet.
     *
     * @param simulators makes a run of the same seed that is picked by somebody
     * @param test runs it; returns what it threw
     * @param cause what it threw first
     */
    Reruns(
            Function<Function<LongSupplier, Chooser>, Simulator> simulators,
            Function<Simulator, @Nullable Throwable> test,
            Throwable cause) {
        this.simulators = simulators;
        this.test = test;
        this.cause = cause;
    }

    /** What all tries to fail have cost, see {@link Shrinking#cost}. */
    long work() {
        return work;
    }

    /** Runs the test so that the events wait for their ranks. */
    Simulator recorded(SparseSchedule schedule) {
        Simulator simulator = simulator(schedule, byRank(schedule));
        Throwable unused = test.apply(simulator); // the same, or another failure
        return simulator;
    }

    /**
     * Looks for a run that fails in the same way and in which only some of the events of a schedule wait. They wait for their
     * ranks; if the test holds then, their lanes wait by the clock, which other numbers of events do not change.
     *
     * @return what has waited in that run, with the ranks of that run; null if there is none that fails again under them
     */
    @Nullable
    SparseSchedule failing(SparseSchedule schedule) {
        Recording found = failing(schedule, byRank(schedule));
        if (found == null && !schedule.waits().isEmpty()) {
            found = failing(schedule, clock -> new HoldingChooser(schedule.waits(), clock));
        }
        if (found == null) {
            return null;
        }
        SparseSchedule waited = new SparseSchedule(found.waits(), found.times(), schedule.steps());
        return failing(waited, byRank(waited)) == null ? null : waited;
    }

    private static Function<LongSupplier, Chooser> byRank(SparseSchedule schedule) {
        return clock -> new DepartureChooser(schedule.departures(), schedule.times());
    }

    private Simulator simulator(SparseSchedule schedule, Function<LongSupplier, Chooser> chooser) {
        Simulator simulator = simulators.apply(chooser);
        if (schedule.steps() != null) {
            simulator.steps().only(schedule.steps());
        }
        simulator.record();
        return simulator;
    }

    private @Nullable Recording failing(SparseSchedule schedule, Function<LongSupplier, Chooser> chooser) {
        long begin = System.nanoTime();
        Simulator simulator = simulator(schedule, chooser);
        Throwable thrown = test.apply(simulator);
        work += Shrinking.cost(simulator.events(), Duration.ofNanos(System.nanoTime() - begin));
        return thrown != null && simulator.intrusion() == null && isSame(thrown) ? simulator.recording() : null;
    }

    // ---- the same failure ----------------------------------------------------------------------------------------

    private boolean isSame(Throwable thrown) {
        return thrown.getClass() == cause.getClass()
                && Objects.equals(line(thrown), line(cause))
                && rule(thrown).equals(rule(cause));
    }

    /** What the message says before its first fact, without numbers. */
    private static String rule(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        return message.lines().findFirst().orElse("").replaceAll("[=<].*", "").replaceAll("[0-9]+", "0");
    }

    /** The line of the test that has thrown, so that a smaller run does not fail for another reason. */
    private static @Nullable StackTraceElement line(Throwable thrown) {
        for (StackTraceElement at : thrown.getStackTrace()) {
            String type = at.getClassName();
            if (LIBRARIES.stream().noneMatch(type::startsWith)) {
                return at;
            }
        }
        return null;
    }
}
