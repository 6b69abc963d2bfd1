// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two idle workers begin to look after others, one of them called: exactly one is on duty. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first one looks")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second one looks")
@Outcome(id = "true, true", expect = FORBIDDEN, desc = "both look, and write the same fields")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "a call that nobody answers")
@State
public class BeginVersusBeginStress {
    private final ReliefDuty relief = new ReliefDuty();

    /** Somebody has called. */
    public BeginVersusBeginStress() {
        relief.call();
    }

    /** An idle worker. */
    @Actor
    public void first(ZZ_Result result) {
        result.r1 = relief.begin();
    }

    /** Another one. */
    @Actor
    public void second(ZZ_Result result) {
        result.r2 = relief.begin();
    }
}
