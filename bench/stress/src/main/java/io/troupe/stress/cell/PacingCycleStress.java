// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.Overflow;
import io.troupe.dispatch.mailbox.MailboxSpec;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two cells that send to each other's full mailboxes at once do not both wait. */
@JCStressTest
@Outcome(id = "FULL, FULL", expect = ACCEPTABLE, desc = "both have seen the cycle")
@Outcome(
        id = {"FULL, ACCEPTED", "ACCEPTED, FULL"},
        expect = ACCEPTABLE,
        desc = "the later one has seen the cycle")
@Outcome(id = "ACCEPTED, ACCEPTED", expect = FORBIDDEN, desc = "each waits for the other for ever")
@State
public class PacingCycleStress {
    private final StressCell left = full();
    private final StressCell right = full();

    private static StressCell full() {
        MailboxSpec spec = MailboxSpec.bounded(2, Overflow.PACE);
        StressCell cell = new StressCell(new StressCell.Schedule(), spec.create(message -> {}));
        cell.offer(StressCell.token(1));
        cell.offer(StressCell.token(2));
        return cell;
    }

    private static Offer send(StressCell from, StressCell to) {
        CellThread.enter(from);
        try {
            return to.offer(StressCell.token(3));
        } finally {
            CellThread.enter(null);
        }
    }

    /** A turn of the left one. */
    @Actor
    public void leftToRight(LL_Result result) {
        result.r1 = send(left, right);
    }

    /** A turn of the right one. */
    @Actor
    public void rightToLeft(LL_Result result) {
        result.r2 = send(right, left);
    }
}
