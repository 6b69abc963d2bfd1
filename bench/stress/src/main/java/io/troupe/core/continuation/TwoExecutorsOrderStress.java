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
import org.openjdk.jcstress.infra.results.II_Result;

/** Continuations of two executors run in the order of their registration on each, whenever the promise settles meanwhile. */
@JCStressTest
@Outcome(id = "12, 12", expect = ACCEPTABLE, desc = "each once and in order on its executor")
@Outcome(expect = FORBIDDEN, desc = "out of order, lost, or run twice")
@State
public class TwoExecutorsOrderStress {
    private final CompletablePromise<String> promise = new CompletablePromise<>();
    private final RecordingCell actor = new RecordingCell(true);
    private final RecordingCell other = new RecordingCell(true);

    /** Settles. */
    @Actor
    public void settle() {
        promise.complete("value");
    }

    /** Registers two on one executor. */
    @Actor
    public void registerOne() {
        actor.registerTwo(promise);
    }

    /** Registers two on the other executor. */
    @Actor
    public void registerOther() {
        other.registerTwo(promise);
    }

    /** Afterwards: the order in which they ran. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = actor.run();
        result.r2 = other.run();
    }
}
