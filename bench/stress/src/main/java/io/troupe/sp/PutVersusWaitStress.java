// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two messages come while two threads begin to wait. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each has one")
@Outcome(expect = FORBIDDEN, desc = "a thread was not woken")
@State
public class PutVersusWaitStress {
    /** Passes only when a signal is lost. */
    private static final Duration LONG = Duration.ofSeconds(2);

    private final StressReceiveQueue receiveQueue = new StressReceiveQueue(2);
    private int one;
    private int other;

    /** The pipe. */
    @Actor
    public void put() {
        receiveQueue.put(StressReceiveQueue.message());
        receiveQueue.put(StressReceiveQueue.message());
    }

    /** A receiver. */
    @Actor
    public void take() {
        one = taken();
    }

    /** Another one. */
    @Actor
    public void takeToo() {
        other = taken();
    }

    private int taken() {
        try {
            receiveQueue.receiveQueue().receive(LONG);
            return 1;
        } catch (SpException e) {
            return 0;
        }
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = one;
        result.r2 = other;
    }
}
