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

/** Continuations of one executor run in the order of their registration, whenever the promise settles meanwhile. */
@JCStressTest
@Outcome(id = "12, 12", expect = ACCEPTABLE, desc = "each once, in order, whoever settled first")
@Outcome(expect = FORBIDDEN, desc = "out of order, lost, or run twice")
@State
public class OneExecutorOrderStress {
    private final CompletablePromise<String> promise = new CompletablePromise<>();
    private final CompletablePromise<String> follower = new CompletablePromise<>();
    private final RecordingCell actor = new RecordingCell(true);
    private final RecordingCell other = new RecordingCell(true);

    /** One that follows, so that the outcome is passed on, too. */
    public OneExecutorOrderStress() {
        follower.completeLike(promise);
    }

    /** Settles. */
    @Actor
    public void settle() {
        promise.complete("value");
    }

    /** Tries to settle, too. */
    @Actor
    public void cancel() {
        promise.complete("another");
    }

    /** Registers two on each. */
    @Actor
    public void register() {
        actor.registerTwo(promise);
        other.registerTwo(follower);
    }

    /** Afterwards: the order in which they ran. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = actor.run();
        result.r2 = other.run();
    }
}
