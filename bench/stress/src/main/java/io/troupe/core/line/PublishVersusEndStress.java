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

/** An element that races with the end is either refused or handled by all stages, and its publisher knows which. */
@JCStressTest
@Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "published and handled")
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "refused and not handled")
@Outcome(id = "true, 0", expect = FORBIDDEN, desc = "lost: the publisher believes that it was published")
@Outcome(id = "false, 1", expect = FORBIDDEN, desc = "the publisher believes that it was refused")
@State
public class PublishVersusEndStress {
    private final StressLine line = new StressLine();
    private boolean published;

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

    /** Afterwards: what the publisher believes, and how many elements the last stage has handled; -1 if it has not ended. */
    @Arbiter
    public void result(ZI_Result result) {
        line.turnToTheEnd();
        result.r1 = published;
        result.r2 = line.last.cell.isClosed() ? line.last.handled() : -1;
    }
}
