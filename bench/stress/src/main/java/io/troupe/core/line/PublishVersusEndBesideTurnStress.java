// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** The same as {@link PublishVersusEndStress} while a stage is at work: it handles nothing that is refused. */
@JCStressTest
@Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "published and handled")
@Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "refused and not handled")
@Outcome(id = "true, 1", expect = FORBIDDEN, desc = "lost: the publisher believes that it was published")
@Outcome(id = "false, 2", expect = FORBIDDEN, desc = "the publisher believes that it was refused")
@State
public class PublishVersusEndBesideTurnStress {
    private final StressLine line = new StressLine();
    private boolean published;

    /** A stage in the hands of a worker, one element published. */
    public PublishVersusEndBesideTurnStress() {
        line.put();
    }

    /** The worker of the first stage. */
    @Actor
    public void turn() {
        line.first.turn();
    }

    /** A publisher. */
    @Actor
    public void publish() {
        published = line.put();
    }

    /** Somebody who ends the line. */
    @Actor
    public void end() {
        line.ring.end();
    }

    /** Afterwards: what the publisher believes, and how many elements the first stage has handled; -1 if it has not ended. */
    @Arbiter
    public void result(ZI_Result result) {
        line.turnToTheEnd();
        result.r1 = published;
        result.r2 = line.last.cell.isClosed() ? line.first.handled() : -1;
    }
}
