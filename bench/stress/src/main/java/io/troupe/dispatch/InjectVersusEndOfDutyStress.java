// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A cell is handed to a busy worker while the duty ends: the sender calls somebody, or who was on duty sees the cell. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "seen, and somebody is called besides")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "seen after the end")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "somebody else is called")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "the cell waits, and nobody knows")
@State
public class InjectVersusEndOfDutyStress {
    private final ReliefDuty relief = new ReliefDuty();
    private final WorkerInbox inbox = new WorkerInbox();

    /** Somebody looks. */
    public InjectVersusEndOfDutyStress() {
        relief.begin();
    }

    /** Who looks has found nobody waiting, several times. */
    @Actor
    public void end(ZZ_Result result) {
        relief.end();
        result.r1 = !inbox.isEmpty();
    }

    /** A sender. */
    @Actor
    public void inject(ZZ_Result result) {
        inbox.push(StressNode.several(1)[0]);
        result.r2 = relief.isOff() && relief.call();
    }
}
