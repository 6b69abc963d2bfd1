// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sender that adds to a line while its target makes room: the message arrives, and the sender goes on. */
@JCStressTest
@Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "all is delivered, the sender has gone on")
@Outcome(expect = FORBIDDEN, desc = "a message is lost, or the sender is held for ever")
@State
public class OutboxWakeStress {
    private final StressCell target = StressCell.full();
    private final StressCell sender = new StressCell();

    /** A sender in its turn, with a message in line and one that it has yet to take. */
    public OutboxWakeStress() {
        sender.offer(StressCell.token(1));
        sender.send(target, StressCell.token(3));
    }

    /** The sender. */
    @Actor
    public void send() {
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
    public void result(II_Result result) {
        for (int i = 0; i < 4; i++) {
            target.turnIfToldAgain();
            sender.turnIfToldAgain();
        }
        result.r1 = target.delivered();
        result.r2 = sender.delivered();
    }
}
