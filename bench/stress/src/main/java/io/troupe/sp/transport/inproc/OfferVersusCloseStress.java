// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two messages are sent while the far end, which has room for one, closes: each message has one end, and then it is over. */
@JCStressTest
@Outcome(
        id = "0, 1, 0",
        expect = ACCEPTABLE,
        desc = "what was taken was delivered or counted as dropped; then came the end")
@Outcome(id = "1, 1, 0", expect = FORBIDDEN, desc = "a message is lost without being counted")
@Outcome(expect = FORBIDDEN, desc = "no end or two, or a message after the end")
@State
public class OfferVersusCloseStress {
    private final StressPipe pipe = new StressPipe(1);
    private int taken;

    /** The sender. */
    @Actor
    public void offer() {
        taken = pipe.offer() + pipe.offer();
    }

    /** The far end. */
    @Actor
    public void close() {
        pipe.close();
    }

    /** Afterwards. */
    @Arbiter
    public void result(III_Result result) {
        result.r1 = taken - pipe.delivered() - pipe.dropped();
        result.r2 = pipe.closed();
        result.r3 = pipe.mistakes();
    }
}
