// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A cell handed to a worker that is about to retire: exactly one thread goes on with it, the old one or a new one. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the old thread has seen the cell and stays")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "revived by the sender")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "retired with a waiting cell")
@Outcome(id = "true, true", expect = FORBIDDEN, desc = "two threads")
@State
public class InjectVersusRetireStress {
    private final WorkerInbox inbox = new WorkerInbox();

    /** The worker: announces, then looks again. */
    @Actor
    public void retire(ZZ_Result result) {
        inbox.announceRetirement();
        result.r1 = !inbox.isEmpty() && inbox.endRetirement();
    }

    /** Another thread: hands over, then looks for the announcement. */
    @Actor
    public void inject(ZZ_Result result) {
        inbox.push(StressNode.several(1)[0]);
        result.r2 = inbox.isAsleep() && inbox.endRetirement();
    }
}
