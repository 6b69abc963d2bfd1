// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The far end, which was full, makes room while two messages are sent: what was taken comes through. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "all that was taken has come, by one at a time")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "a message is held though there is room")
@Outcome(expect = FORBIDDEN, desc = "more are held, or two were at the handler")
@State
public class OfferVersusResumeStress {
    private final StressPipe pipe = new StressPipe(0);
    private int taken;

    /** The sender. */
    @Actor
    public void offer() {
        taken = pipe.offer() + pipe.offer();
    }

    /** The receiver. */
    @Actor
    public void resume() {
        pipe.makeRoom(2);
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = taken - pipe.delivered();
        result.r2 = pipe.mistakes();
    }
}
