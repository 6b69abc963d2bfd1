// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Cells handed to a worker that is about to retire: exactly one thread goes on with it, the old one or a new one. */
@JCStressTest
@Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "the old thread has seen a cell and stays")
@Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "revived by the first sender")
@Outcome(id = "false, false, true", expect = ACCEPTABLE, desc = "revived by the second sender")
@Outcome(id = "false, false, false", expect = FORBIDDEN, desc = "retired with a waiting cell")
@Outcome(expect = FORBIDDEN, desc = "two threads")
@State
public class InjectVersusRetireStress {
    private final Inlet inlet = new Inlet();

    /** The worker: announces, then looks again. */
    @Actor
    public void retire(ZZZ_Result result) {
        inlet.announceRetirement();
        result.r1 = !inlet.isEmpty() && inlet.endRetirement();
    }

    /** Another thread: hands over, then looks for the announcement. */
    @Actor
    public void inject(ZZZ_Result result) {
        inlet.push(StressNode.several(1)[0]);
        result.r2 = inlet.isAsleep() && inlet.endRetirement();
    }

    /** One more. */
    @Actor
    public void injectToo(ZZZ_Result result) {
        inlet.push(StressNode.several(1)[0]);
        result.r3 = inlet.isAsleep() && inlet.endRetirement();
    }
}
