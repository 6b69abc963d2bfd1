// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Settled;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Of an answer and a deadline that come at the same time one settles the promise, and the other one knows. */
@JCStressTest
@Outcome(id = "true, false, 7", expect = ACCEPTABLE, desc = "answered, the deadline came late")
@Outcome(id = "false, true, -1", expect = ACCEPTABLE, desc = "expired, the answer came late")
@Outcome(expect = FORBIDDEN, desc = "settled twice, not at all, or with the other one's outcome")
@State
public class SettleTwiceStress {
    private final CompletablePromise<Integer> promise = new CompletablePromise<>();

    /** The answer. */
    @Actor
    public void answer(ZZI_Result result) {
        result.r1 = promise.complete(7);
    }

    /** The deadline. */
    @Actor
    public void expire(ZZI_Result result) {
        result.r2 = promise.fail(new IllegalStateException("expired"));
    }

    /** Afterwards: what it settled with. */
    @Arbiter
    public void result(ZZI_Result result) {
        Settled<Integer> settled = promise.result().orElse(new Settled<>(0, null));
        Integer value = settled.value();
        result.r3 = value == null ? -1 : value;
    }
}
