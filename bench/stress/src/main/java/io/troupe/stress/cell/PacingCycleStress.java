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

/** Of two cells that send to each other's full mailboxes at once, one goes on, and then both. */
@JCStressTest
@Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "all is delivered")
@Outcome(expect = FORBIDDEN, desc = "each waits for the other for ever")
@State
public class PacingCycleStress {
    private static final int ROUNDS = 8;

    private final StressCell left = StressCell.full();
    private final StressCell right = StressCell.full();

    /** A turn of the left one: sends before it takes what it has. */
    @Actor
    public void leftToRight() {
        left.send(right, StressCell.token(3));
        left.turnToTheEnd();
    }

    /** A turn of the right one. */
    @Actor
    public void rightToLeft() {
        right.send(left, StressCell.token(3));
        right.turnToTheEnd();
    }

    /** Afterwards: the turns that one has made the other ready for. */
    @Arbiter
    public void result(II_Result result) {
        for (int i = 0; i < ROUNDS; i++) {
            left.turnIfToldAgain();
            right.turnIfToldAgain();
        }
        result.r1 = left.delivered();
        result.r2 = right.delivered();
    }
}
