// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came out of running a test under many schedules.
 *
 * @param test its name
 * @param schedules how many were run; of an exhaustive search, how many of them differed
 * @param failures how many of them failed
 * @param events of all runs together
 * @param took real time
 * @param races pairs of neighbouring events with the same target that were seen, each order counted
 * @param racesBothWays pairs of them that were seen in both orders
 * @param exhausted whether no further schedule is different: all were seen, or nothing new was for as many as were asked for
 * @param first the first failure; null if there was none
 */
public record ScheduleReport(
        String test,
        long schedules,
        long failures,
        long events,
        Duration took,
        long races,
        long racesBothWays,
        boolean exhausted,
        @Nullable ScheduleFailure first) {
    /**
     * Fails if a schedule failed.
     *
     * @return this report
     * @throws AssertionError if there was a failure; its message says how to repeat it, its cause is what the test threw
     */
    public ScheduleReport orThrow() {
        if (first != null) {
            throw new AssertionError(
                    "the test must hold under every schedule: test=" + test + ", schedules=" + schedules + ", failures="
                            + failures + "; " + first,
                    first.cause());
        }
        return this;
    }

    @Override
    public String toString() {
        return "ScheduleReport[test=" + test + ", schedules=" + schedules + ", failures=" + failures + ", events="
                + events
                + ", took=" + took + ", races=" + races + ", racesBothWays=" + racesBothWays + ", exhausted="
                + exhausted
                + (first == null ? "" : ", first: " + first) + "]";
    }
}
