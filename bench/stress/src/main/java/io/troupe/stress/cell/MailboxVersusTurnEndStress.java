// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The same for a mailbox beyond the built-in one, where message and scheduling state are two words. */
@JCStressTest
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the turn that was about to end has seen it")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "came too late for the turn, scheduled once")
@Outcome(id = "0, 1", expect = FORBIDDEN, desc = "lost wake-up: it waits and nobody owns the cell")
@Outcome(
        id = {"2, 1", "2, 2"},
        expect = FORBIDDEN,
        desc = "scheduled twice: two threads would run the cell")
@State
public class MailboxVersusTurnEndStress {
    private final StressCell cell =
            new StressCell(new StressCell.Schedule(), Mailbox.of(MailboxSpec.bounded(4, Overflow.FAIL), message -> {}));
    private boolean again;

    /** A cell in the hands of a worker, one message waiting. */
    public MailboxVersusTurnEndStress() {
        cell.offer(StressCell.token(1));
    }

    /** The worker. */
    @Actor
    public void turn() {
        again = cell.turn();
    }

    /** A sender. */
    @Actor
    public void offer() {
        cell.offer(StressCell.token(2));
    }

    /** Afterwards: how many own the cell, and what they will have delivered. */
    @Arbiter
    public void result(II_Result result) {
        int owners = (again ? 1 : 0) + cell.told() - 1;
        if (owners > 0) {
            cell.turnToTheEnd();
        }
        result.r1 = owners;
        result.r2 = cell.delivered();
    }
}
