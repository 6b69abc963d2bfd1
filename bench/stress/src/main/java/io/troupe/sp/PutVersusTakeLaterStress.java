// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A message comes while somebody begins to wait for it with a promise. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the promise has it")
@Outcome(id = "0", expect = FORBIDDEN, desc = "a lost wake-up: the message lies there and the promise waits")
@State
public class PutVersusTakeLaterStress {
    private final StressReceiveQueue receiveQueue = new StressReceiveQueue(2);
    private @Nullable Promise<SpMessage> promise;

    /** The pipe. */
    @Actor
    public void put() {
        receiveQueue.put(StressReceiveQueue.message());
    }

    /** The receiver. */
    @Actor
    public void take() {
        promise = receiveQueue.takeLater();
    }

    /** Afterwards. */
    @Arbiter
    public void result(I_Result result) {
        result.r1 = promise != null && promise.isFulfilled() ? 1 : 0;
    }
}
