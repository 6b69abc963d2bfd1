// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A worker that is about to park is asked to retire: it sees the wish itself, or it is woken to see it. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the worker has seen it, and was woken besides")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the worker has seen it before or after it announced")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the worker parks and is woken")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "the worker parks and keeps its thread")
@State
public class ParkVersusRetireStress {
    private final WorkerInbox inbox = new WorkerInbox();

    /** The worker: announces, then looks at the wish again. */
    @Actor
    public void park(ZZ_Result result) {
        inbox.announcePark();
        result.r1 = !inbox.isWanted();
    }

    /** Another thread: wishes, then looks for the announcement. */
    @Actor
    public void retire(ZZ_Result result) {
        inbox.want(false);
        result.r2 = inbox.endPark();
    }
}
