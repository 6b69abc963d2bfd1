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

/** A message and a callback that find the same cell idle schedule it once. */
@JCStressTest
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "scheduled once, both delivered")
@Outcome(
        id = {"0, 0", "0, 2"},
        expect = FORBIDDEN,
        desc = "not scheduled")
@Outcome(id = "2, 2", expect = FORBIDDEN, desc = "scheduled twice")
@Outcome(id = "1, 1", expect = FORBIDDEN, desc = "one of them lost")
@State
public class OfferVersusSignalStress {
    private final StressCell cell = new StressCell();

    /** A sender. */
    @Actor
    public void offer() {
        cell.offer(StressCell.token(1));
    }

    /** One that completes a promise. */
    @Actor
    public void signal() {
        cell.signal(StressCell.token(2));
    }

    /** Afterwards: how many own the cell, and what its turn delivers. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = cell.told();
        if (result.r1 > 0) {
            cell.turnToTheEnd();
        }
        result.r2 = cell.delivered();
    }
}
