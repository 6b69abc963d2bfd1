// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A cell handed to a worker that is about to park: the worker sees the cell, or the other thread wakes the worker. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the worker has seen it, and was woken besides")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the worker has seen it before or after it announced")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the worker parks and is woken")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "the worker parks on a waiting cell")
@State
public class ParkVersusPushStress {
    private final WorkerInbox inbox = new WorkerInbox();

    /** The worker: announces, then looks again. */
    @Actor
    public void park(ZZ_Result result) {
        inbox.announcePark();
        result.r1 = !inbox.isEmpty();
    }

    /** Another thread: hands over, then looks for the announcement. */
    @Actor
    public void push(ZZ_Result result) {
        inbox.push(StressNode.several(1)[0]);
        result.r2 = inbox.endPark();
    }
}
