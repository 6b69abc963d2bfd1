// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a stage finishes while the next one goes to rest is seen by that one's turn, or makes it ready again. */
@JCStressTest
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the turn that was about to end has seen it")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "came too late for the turn, made ready once")
@Outcome(id = "0, 1", expect = FORBIDDEN, desc = "lost wake-up: it waits and nobody owns the cell")
@Outcome(
        id = {"2, 1", "2, 2"},
        expect = FORBIDDEN,
        desc = "made ready twice: two threads would run the stage")
@State
public class FinishVersusRestStress {
    private final StressLine line = new StressLine();

    /** The first stage has handled one element and is to handle another; the last one is to handle the first. */
    public FinishVersusRestStress() {
        line.put();
        line.first.turn();
        line.put();
    }

    /** The worker of the first stage. */
    @Actor
    public void finish() {
        line.first.turn();
    }

    /** The worker of the last stage. */
    @Actor
    public void turn() {
        line.last.turn();
    }

    /** Afterwards: how many own the last stage, and what it will have handled. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = line.last.owners();
        line.last.turnIfOwned();
        result.r2 = line.last.handled();
    }
}
