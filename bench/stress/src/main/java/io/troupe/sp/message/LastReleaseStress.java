// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The last of two holders gives the memory back, whoever it is; both share it with a third before. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the memory went back once")
@Outcome(id = "0", expect = FORBIDDEN, desc = "the memory is lost")
@Outcome(expect = FORBIDDEN, desc = "the memory went back twice")
@State
public class LastReleaseStress {
    private final CountingShelf cache = new CountingShelf();
    private final SpMessage message = cache.message();
    private final SpMessage other = message.retain();

    /** A holder that shares first, and releases first. */
    @Actor
    public void one() {
        SpMessage third = message.retain();
        message.release();
        third.release();
    }

    /** A holder that shares first, and releases last. */
    @Actor
    public void other() {
        SpMessage third = other.retain();
        third.release();
        other.release();
    }

    /** Afterwards. */
    @Arbiter
    public void result(I_Result result) {
        result.r1 = cache.back();
    }
}
