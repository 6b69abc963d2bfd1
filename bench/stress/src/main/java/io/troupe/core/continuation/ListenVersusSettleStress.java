// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Listeners that register while the promise settles are told, each once, whoever comes first. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both were told once")
@Outcome(
        id = {"0, 0", "0, 1", "1, 0"},
        expect = FORBIDDEN,
        desc = "a listener was lost")
@Outcome(expect = FORBIDDEN, desc = "a listener was told twice")
@State
public class ListenVersusSettleStress {
    private final SettablePromise<String> promise = new SettablePromise<>();
    private final Told first = new Told();
    private final Told second = new Told();

    /** Settles. */
    @Actor
    public void settle() {
        promise.complete("value");
    }

    /** Registers two. */
    @Actor
    public void listen() {
        promise.listen(first);
        promise.listen(second);
    }

    /** Afterwards: how often each was told. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = first.times.get();
        result.r2 = second.times.get();
    }

    private static final class Told extends SettleListener {
        private final AtomicInteger times = new AtomicInteger();

        @Override
        @Nullable
        SettleListener onSettled(Object outcome) {
            times.addAndGet("value".equals(outcome) ? 1 : 100);
            return null;
        }
    }
}
