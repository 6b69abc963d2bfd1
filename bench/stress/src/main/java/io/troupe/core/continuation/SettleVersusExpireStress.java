// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.Settled;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.TimerWheel;
import java.time.Duration;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZIZ_Result;

/** An answer comes while the deadline passes: it settles once, and the shard keeps nothing of the promise. */
@JCStressTest
@Outcome(id = "true, 7, true", expect = ACCEPTABLE, desc = "answered, the deadline came late")
@Outcome(id = "false, -1, true", expect = ACCEPTABLE, desc = "expired, the answer came late")
@Outcome(expect = FORBIDDEN, desc = "settled twice or not at all, or the promise is still kept")
@State
public class SettleVersusExpireStress {
    private final ManualClock clock = new ManualClock();
    private final TimerWheel timers = new TimerWheel(clock, "stress", failure -> {});
    private final Deadlines deadlines = new Deadlines(timers, clock, "stress");
    private final SettablePromise<Integer> promise = new SettablePromise<>();
    private final Deadline deadline = Objects.requireNonNull(deadlines.set(promise, 10), "deadline");

    /** Registers what releases the deadline. */
    public SettleVersusExpireStress() {
        promise.listen(new DeadlineListener(deadline));
    }

    /** The answer. */
    @Actor
    public void answer(ZIZ_Result result) {
        result.r1 = promise.complete(7);
    }

    /** The time. */
    @Actor
    public void expire() {
        clock.advance(Duration.ofNanos(10));
    }

    /** Afterwards. */
    @Arbiter
    public void result(ZIZ_Result result) {
        Integer value = promise.result().orElse(new Settled<>(0, null)).value();
        result.r2 = value == null ? -1 : value;
        result.r3 = deadline.promise() == null;
    }
}
