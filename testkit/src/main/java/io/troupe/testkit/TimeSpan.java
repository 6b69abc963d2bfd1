// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.TimerWheel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A stretch of manual time that can be walked from deadline to deadline: a mark on the clock keeps it from overshooting. */
final class TimeSpan implements AutoCloseable {
    private final ManualClock clock;
    private final TimerWheel wheel;
    private boolean over;

    TimeSpan(ManualClock clock, Duration length) {
        this.clock = clock;
        this.wheel = new TimerWheel(clock, "testkit-span", failure -> {});
        wheel.schedule(TimeUnit.NANOSECONDS.convert(length), () -> over = true);
    }

    /** Moves time to the next deadline, at most to the end, and runs what is due then. */
    void toNextDeadline() {
        clock.advanceToNext();
    }

    boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        wheel.close();
    }
}
