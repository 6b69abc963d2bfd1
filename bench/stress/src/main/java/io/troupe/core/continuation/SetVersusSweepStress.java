// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.TimerWheel;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A deadline is set while the timer expires another one and sweeps: it stays, and the timer knows of it. */
@JCStressTest
@Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the first has expired, the second is planned")
@Outcome(expect = FORBIDDEN, desc = "a deadline was lost, expired early or is not planned")
@State
public class SetVersusSweepStress {
    private final ManualClock clock = new ManualClock();
    private final TimerWheel timers = new TimerWheel(clock, "stress", failure -> {});
    private final Deadlines deadlines = new Deadlines(timers, clock, "stress");
    private final DeadlineShard shard = new DeadlineShard(deadlines, null);
    private final CompletablePromise<Integer> first = new CompletablePromise<>();
    private final CompletablePromise<Integer> second = new CompletablePromise<>();

    /** One deadline pends. */
    public SetVersusSweepStress() {
        shard.add(new Deadline(first, 10, 10), 0);
    }

    /** Another one is set. */
    @Actor
    public void set() {
        shard.add(new Deadline(second, 1000, 1000), 0);
    }

    /** The time of the first. */
    @Actor
    public void expire() {
        clock.advance(Duration.ofNanos(10));
    }

    /** Afterwards. */
    @Arbiter
    public void result(ZZI_Result result) {
        result.r1 = first.isFailed();
        result.r2 = second.isSettled();
        result.r3 = timers.pending();
    }
}
