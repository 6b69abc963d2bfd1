// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a run: numbers its events, hashes their names, and tells those who watch. For the thread of the
 * simulation.
 */
final class RunLog {
    private long events;
    private long hash;
    private long hashBefore;
    private boolean stopped;
    private @Nullable Recording recording;
    private @Nullable RaceCoverage coverage;

    /** How many events have happened. */
    long events() {
        return events;
    }

    /** Of the names of all events so far, in order. */
    long hash() {
        return hash;
    }

    /** What happens from now on does not count. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Keeps all events from now on. */
    void record() {
        if (recording == null) {
            recording = new Recording();
        }
    }

    boolean isRecording() {
        return recording != null && !stopped;
    }

    @Nullable
    Recording recording() {
        return recording;
    }

    List<SimEvent> recorded() {
        return recording == null ? List.of() : recording.events();
    }

    void cover(RaceCoverage races) {
        coverage = races;
    }

    /** The first event of a lane has become possible. */
    void possible(Lane lane, long nanos) {
        if (recording != null && !stopped) {
            recording.possible(lane, nanos);
        }
    }

    /** An event begins. Returns its number. */
    long begin(Participant target, EventKind kind, long key) {
        hashBefore = hash;
        hash = Chance.mixed(hash ^ key);
        if (recording != null) {
            recording.begin(key);
        }
        if (coverage != null && kind != EventKind.TIME) {
            coverage.happened(target, key);
        }
        return events++;
    }

    /** The event that began last did not happen. */
    void takeBack() {
        events--;
        hash = hashBefore;
        if (recording != null) {
            recording.takeBack();
        }
    }

    /** An event has happened. */
    void end(SimEvent event) {
        if (recording != null) {
            recording.end(event);
        }
    }
}
