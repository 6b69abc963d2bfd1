// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A message comes while the promise that waits for it is cancelled. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the promise was quicker")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled: the message is for the next")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the message is lost")
@Outcome(expect = FORBIDDEN, desc = "the message is there twice")
@State
public class PutVersusCancelStress {
    private final StressReceiveQueue receiveQueue = new StressReceiveQueue(2);
    private final Promise<SpMessage> promise = receiveQueue.takeLater();

    /** The pipe. */
    @Actor
    public void put() {
        receiveQueue.put(StressReceiveQueue.message());
    }

    /** The receiver has changed its mind. */
    @Actor
    public void cancel() {
        promise.cancel();
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = promise.isFulfilled() ? 1 : 0;
        result.r2 = receiveQueue.poll();
    }
}
