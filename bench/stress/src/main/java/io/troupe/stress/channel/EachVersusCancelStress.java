// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two receive everything, and one of them is given up: what it had within reach goes to the other. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "each element was handled once")
@Outcome(expect = FORBIDDEN, desc = "elements are lost, or were handled twice")
@State
public class EachVersusCancelStress {
    private static final int ELEMENTS = 512;

    private final Channel<Integer> channel = Channels.buffered(ELEMENTS);
    private final AtomicInteger handled = new AtomicInteger();
    private final Promise<Void> first;

    /** Fewer than all when so many of these channels are alive that they take all memory of queues: 64 MiB of a heap of 256. */
    private int sent;

    /** A full and closed channel, of which somebody receives already. */
    public EachVersusCancelStress() {
        for (int i = 0; i < ELEMENTS; i++) {
            sent += channel.trySend(i) ? 1 : 0;
        }
        channel.close();
        first = channel.each(element -> handled.incrementAndGet());
    }

    /** The other one. */
    @Actor
    public void each() {
        Promise<Void> end = channel.each(element -> handled.incrementAndGet());
        while (!end.isSettled()) {
            Thread.onSpinWait();
        }
    }

    /** Gives up. */
    @Actor
    public void cancel() {
        first.cancel();
    }

    /** Waits until the last element of the one that was given up has been handled, too, but not for ever. */
    @Arbiter
    public void check(I_Result result) {
        for (int i = 0; i < 1_000_000 && handled.get() != sent; i++) {
            Thread.onSpinWait();
        }
        result.r1 = sent - handled.get();
    }
}
