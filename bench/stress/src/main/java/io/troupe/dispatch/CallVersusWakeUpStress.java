// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Somebody is called, and wakes up for a message besides: the call is not left standing. */
@JCStressTest
@Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "called and looking, until it is over")
@Outcome(id = "true, false, true", expect = ACCEPTABLE, desc = "the call is taken back")
@Outcome(expect = FORBIDDEN, desc = "nobody looks, and nobody can be called")
@State
public class CallVersusWakeUpStress {
    private final ReliefDuty relief = new ReliefDuty();
    private volatile boolean asleep = true;

    /** A worker with a cell that waits. */
    @Actor
    public void call(ZZZ_Result result) {
        result.r1 = relief.call();
        if (!asleep) {
            relief.recall(); // as nobody sleeps who could be nudged
        }
    }

    /** The worker that sleeps: looks if it is called, and is woken. */
    @Actor
    public void wakeUp(ZZZ_Result result) {
        result.r2 = relief.isCalled() && relief.begin();
        asleep = false;
        if (result.r2) {
            relief.end();
        } else {
            relief.recall();
        }
    }

    /** Afterwards. */
    @Arbiter
    public void result(ZZZ_Result result) {
        result.r3 = relief.isOff();
    }
}
