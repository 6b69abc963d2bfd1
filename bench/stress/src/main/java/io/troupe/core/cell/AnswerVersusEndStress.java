// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Settled;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An answer is given while its actor delivers the ask and another thread ends the actor: the ask settles once. */
@JCStressTest
@Outcome(id = "7, 0", expect = ACCEPTABLE, desc = "answered, nothing is owed")
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "ended before the answer, nothing is owed")
@Outcome(expect = FORBIDDEN, desc = "never settled, or still in the account")
@State
public class AnswerVersusEndStress {
    private final Obligations obligations = new Obligations();
    private final CompletablePromise<Integer> answer = new CompletablePromise<>();
    private final AskMessage<Integer> ask = new StressAsk(obligations, answer);

    /** The turn: calls the method, which returns a pending promise. */
    @Actor
    public void deliver() {
        StressAsk.deliver(ask, this);
    }

    /** Whoever has the answer. */
    @Actor
    public void answer() {
        answer.complete(7);
    }

    /** The end. */
    @Actor
    public void end() {
        obligations.close(new Terminated("stress", EndReason.STOPPED, null));
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        Settled<Integer> settled = ask.result().orElse(new Settled<>(0, null));
        Integer value = settled.value();
        result.r1 = value != null ? value : settled.failure() instanceof ActorStoppedException ? -1 : -2;
        result.r2 = obligations.owed();
    }
}
