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

/** A target that ends while a sender puts a message in line: it is reported once, and the sender goes on. */
@JCStressTest
@Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "all is reported, the sender has gone on")
@Outcome(expect = FORBIDDEN, desc = "a message is lost or reported twice, or the sender is held for ever")
@State
public class OutboxTargetEndStress {
    private final StressCell target = StressCell.full();
    private final StressCell sender = new StressCell();

    /** A sender in its turn, with a message that it has yet to take, and a target that is to end. */
    public OutboxTargetEndStress() {
        sender.offer(StressCell.token(1));
        target.signal(StressCell.end());
    }

    /** The sender. */
    @Actor
    public void send() {
        sender.send(target, StressCell.token(3));
        sender.send(target, StressCell.token(4));
        sender.turnToTheEnd();
    }

    /** The target. */
    @Actor
    public void end() {
        target.turnToTheEnd();
    }

    /** Afterwards: the turns that one has made the other ready for. */
    @Arbiter
    public void result(II_Result result) {
        sender.turnIfToldAgain();
        result.r1 = target.lost();
        result.r2 = sender.delivered();
    }
}
