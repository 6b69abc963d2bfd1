// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A message comes while the queue is closed. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it was released, nothing is left")
@Outcome(expect = FORBIDDEN, desc = "it was left, or is still held")
@State
public class PutVersusCloseStress {
    private final StressReceiveQueue receiveQueue = new StressReceiveQueue(2);
    private final SpMessage message = StressReceiveQueue.message();

    /** The pipe. */
    @Actor
    public void put() {
        receiveQueue.put(message);
    }

    /** The socket. */
    @Actor
    public void close() {
        receiveQueue.receiveQueue().close(new SpException(SpError.CLOSED, "over"));
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        try {
            message.release();
        } catch (IllegalStateException e) {
            result.r1 = 1; // it was released already
        }
        result.r2 = receiveQueue.poll();
    }
}
