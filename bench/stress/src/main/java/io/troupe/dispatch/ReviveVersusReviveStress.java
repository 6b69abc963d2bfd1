// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Cells handed to a retired worker by two senders: one of them makes the new thread. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "revived by the first")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "revived by the second")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "nobody looks at the cells")
@Outcome(id = "true, true", expect = FORBIDDEN, desc = "two threads")
@State
public class ReviveVersusReviveStress {
    private final WorkerInbox inbox = new WorkerInbox();

    /** A worker without a thread. */
    public ReviveVersusReviveStress() {
        inbox.announceRetirement();
    }

    /** One sender. */
    @Actor
    public void first(ZZ_Result result) {
        inbox.push(StressNode.several(1)[0]);
        result.r1 = inbox.isAsleep() && inbox.endRetirement();
    }

    /** Another one. */
    @Actor
    public void second(ZZ_Result result) {
        inbox.push(StressNode.several(1)[0]);
        result.r2 = inbox.isAsleep() && inbox.endRetirement();
    }
}
