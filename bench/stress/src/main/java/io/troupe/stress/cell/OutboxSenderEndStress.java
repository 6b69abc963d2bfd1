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

/** A sender that ends while its target makes room: what it has sent arrives once. */
@JCStressTest
@Outcome(id = "4, 0", expect = ACCEPTABLE, desc = "all is delivered, nothing of the sender's own is reported")
@Outcome(expect = FORBIDDEN, desc = "a message is lost, or a wake-up is reported as one")
@State
public class OutboxSenderEndStress {
    private final StressCell target = StressCell.full();
    private final StressCell sender = new StressCell();

    /** A sender in its turn with two messages in line. */
    public OutboxSenderEndStress() {
        sender.send(target, StressCell.token(3));
        sender.send(target, StressCell.token(4));
        sender.signal(StressCell.endAsEvent());
    }

    /** The sender. */
    @Actor
    public void end() {
        sender.turnToTheEnd();
    }

    /** The target. */
    @Actor
    public void turn() {
        target.turnToTheEnd();
    }

    /** Afterwards: the turns that the target was made ready for. */
    @Arbiter
    public void result(II_Result result) {
        target.turnIfToldAgain();
        result.r1 = target.delivered();
        result.r2 = sender.lost();
    }
}
