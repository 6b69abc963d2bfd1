// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Messages of one sender stay in order while a turn and another sender are under way. */
@JCStressTest
@Outcome(
        id = {"123", "132", "312"},
        expect = ACCEPTABLE,
        desc = "all delivered, 1 before 2")
@Outcome(
        id = {"213", "231", "321"},
        expect = FORBIDDEN,
        desc = "order of the sender broken")
@Outcome(
        id = {"0", "1", "2", "3", "12", "21", "13", "31", "23", "32"},
        expect = FORBIDDEN,
        desc = "lost")
@State
public class OfferOrderStress {
    private final StressCell cell = new StressCell();
    private boolean again;

    /** A cell in the hands of a worker, with no message yet. */
    public OfferOrderStress() {
        cell.signal(StressCell.token(0));
    }

    /** A sender of two. */
    @Actor
    public void offerTwo() {
        cell.offer(StressCell.token(1));
        cell.offer(StressCell.token(2));
    }

    /** The worker, and a message of its own. */
    @Actor
    public void turn() {
        again = cell.turn();
        cell.offer(StressCell.token(3));
    }

    /** Afterwards: what was delivered, after a further turn where one is due. */
    @Arbiter
    public void result(I_Result result) {
        if (again || cell.told() > 1) {
            cell.turnToTheEnd();
        }
        result.r1 = cell.digits();
    }
}
