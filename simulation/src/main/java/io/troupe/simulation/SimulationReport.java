// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.testkit.schedule.ScheduleReport;
import java.time.Duration;
import java.util.List;

/**
 * What many runs of one test came to, when none of them failed.
 *
 * @param runs their number, their events, the real time they took, the races that were seen
 * @param simulated time of all runs together
 * @param notes what looks wrong about the test, or was not judged; each once
 */
public record SimulationReport(ScheduleReport runs, Duration simulated, List<String> notes) {
    /**
     * Copies the list.
     *
     * @param runs of the scheduler
     * @param simulated zero or more
     * @param notes may be empty
     */
    public SimulationReport {
        notes = List.copyOf(notes);
    }
}
