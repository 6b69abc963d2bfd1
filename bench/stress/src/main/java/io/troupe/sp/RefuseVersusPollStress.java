// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A full queue is emptied while a pipe brings a message: it is taken, or the pipe is resumed. */
@JCStressTest
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "taken; the pipe may be resumed once for nothing")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "refused and resumed")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "refused and never resumed")
@Outcome(expect = FORBIDDEN, desc = "resumed more than once")
@State
public class RefuseVersusPollStress {
    private final StressReceiveQueue receiveQueue = new StressReceiveQueue(1);
    private int taken;

    /** A full one. */
    public RefuseVersusPollStress() {
        receiveQueue.put(StressReceiveQueue.message());
    }

    /** The pipe. */
    @Actor
    public void put() {
        taken = receiveQueue.put(StressReceiveQueue.message());
    }

    /** The receiver. */
    @Actor
    public void poll() {
        receiveQueue.poll();
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = taken;
        result.r2 = receiveQueue.resumed();
    }
}
