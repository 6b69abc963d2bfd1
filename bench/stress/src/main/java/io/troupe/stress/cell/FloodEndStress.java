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

/** A sender makes the first charge while the cell ends: each message has one fate, nothing stays charged. */
@JCStressTest
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "it was late, or left at the end")
@Outcome(expect = FORBIDDEN, desc = "it is lost, or a charge stays")
@State
public class FloodEndStress {
    private final StressCell target = StressCell.weighed();

    /** The sender. */
    @Actor
    public void send() {
        target.offer(StressCell.heavy(3));
    }

    /** The target, which ends in its turn. */
    @Actor
    public void turn() {
        target.turnToTheEnd();
    }

    /** Afterwards. */
    @Arbiter
    public void result(III_Result result) {
        for (int i = 0; i < 4; i++) {
            target.turnIfToldAgain();
        }
        result.r1 = target.delivered();
        result.r2 = target.lost();
        result.r3 = (int) target.charged();
    }
}
