// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The clock of a run, and the events that wait for their time. For the thread of the simulation. */
final class SimulatedTime {
    static final long NEVER = Long.MAX_VALUE;

    private final ManualClock clock = new ManualClock();

    /** Lanes whose first event waits for its time, the earliest first. */
    private final TimedLanes waiting = new TimedLanes();

    private boolean known;
    private long due;

    ManualClock clock() {
        return clock;
    }

    long nanos() {
        return clock.nanos();
    }

    /** The end of a span that begins now. */
    long end(Duration span) {
        try {
            return Math.addExact(clock.nanos(), span.toNanos());
        } catch (ArithmeticException e) {
            return NEVER - 1;
        }
    }

    /** Timers may have been set or cancelled. */
    void changed() {
        known = false;
    }

    /** When the earliest timer fires or the earliest event can happen that waits: a lower bound. */
    long due() {
        if (!known) {
            long left = clock.untilNext();
            due = Math.min(left < 0 ? NEVER : clock.nanos() + left, waiting.earliest());
            known = true;
        }
        return due;
    }

    /** Lets the first event of a lane wait for its time; false if that has come. */
    boolean postpones(Lane lane) {
        Flight head = lane.head;
        long notBefore = head == null ? lane.due : head.notBefore;
        if (notBefore <= clock.nanos()) {
            return false;
        }
        lane.timed = true;
        waiting.add(lane, notBefore);
        known = false;
        return true;
    }

    /** The first event of a lane does not wait any more. */
    void forget(Lane lane) {
        lane.timed = false;
        waiting.remove(lane);
        known = false;
    }

    /** The next lane whose first event has waited for long enough; null if there is none. */
    @Nullable
    Lane awake() {
        if (waiting.isEmpty() || waiting.earliest() > clock.nanos()) {
            return null;
        }
        Lane lane = waiting.poll();
        lane.timed = false;
        known = false;
        return lane;
    }

    /** Moves the clock to the earliest timer or event that waits; false if there is none until the given moment. */
    boolean pass(long until) {
        long at = clock.nanos();
        long end = Math.min(until, waiting.earliest());
        boolean passed = clock.advanceToNext(Duration.ofNanos(end - at));
        if (!passed && end == waiting.earliest()) {
            passed = true;
            clock.advance(Duration.ofNanos(end - at));
        }
        if (!passed) {
            due = Math.max(due, until + 1); // what was known was a lower bound
        }
        known = !passed;
        return passed;
    }

    /** Moves the clock when nothing is possible until then. */
    void skipTo(long moment) {
        clock.advance(Duration.ofNanos(moment - clock.nanos()));
    }
}
