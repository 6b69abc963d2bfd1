// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Of two who release a message with one holder, one is told that it is wrong. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the memory went back once, the other release was refused")
@Outcome(id = "2, 0", expect = FORBIDDEN, desc = "the memory went back twice")
@Outcome(expect = FORBIDDEN, desc = "something else")
@State
public class DoubleReleaseStress {
    private final CountingShelf cache = new CountingShelf();
    private final SpMessage message = cache.message();
    private int refused;
    private int alsoRefused;

    /** The holder, or not. */
    @Actor
    public void one() {
        refused = refusals();
    }

    /** The holder, or not. */
    @Actor
    public void other() {
        alsoRefused = refusals();
    }

    private int refusals() {
        try {
            message.release();
            return 0;
        } catch (IllegalStateException e) {
            return 1;
        }
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = cache.back();
        result.r2 = refused + alsoRefused;
    }
}
