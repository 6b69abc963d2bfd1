// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.promise.CompletablePromise;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Continuations of a thread outside of actors run in the order of their registration, whenever the promise settles. */
@JCStressTest
@Outcome(id = "12", expect = ACCEPTABLE, desc = "each once and in order")
@Outcome(expect = FORBIDDEN, desc = "out of order, lost, or run twice")
@State
public class OutsideExecutorOrderStress {
    private final CompletablePromise<String> promise = new CompletablePromise<>();
    private final RecordingCell outside = new RecordingCell(false);

    /** Settles. */
    @Actor
    public void settle() {
        promise.complete("value");
    }

    /** Registers two. */
    @Actor
    public void register() {
        outside.registerTwo(promise);
    }

    /** Afterwards: the order in which they ran. */
    @Arbiter
    public void result(I_Result result) {
        result.r1 = outside.run();
    }
}
