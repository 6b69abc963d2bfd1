// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.CompletablePromise;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Two threads settle the same account, an ask is added meanwhile: it is told, and nothing is owed afterwards. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "told by one of the two, or at once")
@Outcome(expect = FORBIDDEN, desc = "forgotten")
@State
public class SettleVersusEndStress {
    private static final Terminated END = new Terminated("stress", EndReason.STOPPED, null);

    private final Obligations obligations = new Obligations();
    private final AskMessage<Integer> ask = new StressAsk(obligations, new CompletablePromise<>());

    /** The turn. */
    @Actor
    public void deliver() {
        StressAsk.deliver(ask, this);
    }

    /** The end by the actor's own turn. */
    @Actor
    public void end() {
        obligations.close(END);
    }

    /** The closing system, for an actor that seems to be stuck. */
    @Actor
    public void settle() {
        obligations.settle(END);
    }

    /** Afterwards. */
    @Arbiter
    public void result(ZZ_Result result) {
        result.r1 = ask.isSettled();
        result.r2 = obligations.isPaid();
    }
}
