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

/** An element that is published while the first stage goes to rest is seen by its turn, or makes the cell ready again. */
@JCStressTest
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "the turn that was about to end has seen it")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "came too late for the turn, made ready once")
@Outcome(id = "0, 1", expect = FORBIDDEN, desc = "lost wake-up: it waits and nobody owns the cell")
@Outcome(
        id = {"2, 1", "2, 2"},
        expect = FORBIDDEN,
        desc = "made ready twice: two threads would run the stage")
@State
public class PublishVersusRestStress {
    private final StressLine line = new StressLine();

    /** A stage in the hands of a worker, one element published. */
    public PublishVersusRestStress() {
        line.put();
    }

    /** The worker. */
    @Actor
    public void turn() {
        line.first.turn();
    }

    /** A publisher. */
    @Actor
    public void publish() {
        line.put();
    }

    /** Afterwards: how many own the stage, and what it will have handled. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = line.first.owners();
        line.first.turnIfOwned();
        result.r2 = line.first.handled();
    }
}
