// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A message comes while the time of the waiting thread passes; a promise stands in line too. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the thread has it, the promise waits")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the promise has it")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the signal was lost with the thread that left")
@Outcome(expect = FORBIDDEN, desc = "both have it")
@State
public class PutVersusTimeOutStress {
    private static final Duration SHORT = Duration.ofNanos(2_000);

    private final StressReceiveQueue receiveQueue = new StressReceiveQueue(2);
    private volatile boolean gotByThread;
    private volatile Promise<SpMessage> promise = Promise.of(null);

    /** A hasty thread. */
    @Actor
    public void take() {
        try {
            receiveQueue.receiveQueue().receive(SHORT);
            gotByThread = true;
        } catch (SpException e) {
            gotByThread = false;
        }
    }

    /** A patient promise stands in line too when the message comes. */
    @Actor
    public void put() {
        promise = receiveQueue.takeLater();
        receiveQueue.put(StressReceiveQueue.message());
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = gotByThread ? 1 : 0;
        result.r2 = promise.isFulfilled() ? 1 : 0;
    }
}
