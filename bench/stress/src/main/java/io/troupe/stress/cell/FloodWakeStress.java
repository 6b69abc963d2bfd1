// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A sender that meets a flooded inbox while its owner works it off: the message arrives behind those before, the sender goes on, nothing stays charged. */
@JCStressTest
@Outcome(id = "1234, 1, 0", expect = ACCEPTABLE, desc = "all is delivered in order, the sender has gone on")
@Outcome(expect = FORBIDDEN, desc = "a message is lost or late, the sender is held for ever, or a charge stays")
@State
public class FloodWakeStress {
    private final StressCell target = StressCell.flooded();
    private final StressCell sender = new StressCell();

    /** A sender in its turn, with a message that it has yet to take. */
    public FloodWakeStress() {
        sender.offer(StressCell.token(1));
    }

    /** The sender. */
    @Actor
    public void send() {
        sender.send(target, StressCell.heavy(3));
        sender.send(target, StressCell.token(4));
        sender.turnToTheEnd();
    }

    /** The target. */
    @Actor
    public void turn() {
        target.turnToTheEnd();
    }

    /** Afterwards: the turns that one has made the other ready for. */
    @Arbiter
    public void result(III_Result result) {
        for (int i = 0; i < 4; i++) {
            target.turnIfToldAgain();
            sender.turnIfToldAgain();
        }
        result.r1 = target.digits();
        result.r2 = sender.delivered();
        result.r3 = (int) target.charged();
    }
}
