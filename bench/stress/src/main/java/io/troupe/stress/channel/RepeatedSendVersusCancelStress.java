// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Select;
import io.troupe.core.promise.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A receiver meets a clause of a repeated select that sends, and is given up. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "received")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "undelivered")
@Outcome(expect = FORBIDDEN, desc = "both, or none")
@State
public class RepeatedSendVersusCancelStress {
    private final Channel<Integer> channel = Channels.rendezvous();
    private final AtomicInteger made = new AtomicInteger();
    private final Promise<Void> end = Select.fair()
            .sendEach(channel, () -> made.getAndIncrement() == 0 ? 1 : null, () -> "sent")
            .repeat();

    /** The clause waits. */
    public RepeatedSendVersusCancelStress() {
        while (channel.stats().waitingSenders() == 0) {
            Thread.onSpinWait();
        }
    }

    /** The receiver. */
    @Actor
    public void receive(II_Result result) {
        result.r1 = channel.tryReceive() == null ? 0 : 1;
    }

    /** Who selects. */
    @Actor
    public void cancel() {
        end.cancel();
    }

    /** Afterwards. */
    @Arbiter
    public void undelivered(II_Result result) {
        result.r2 = (int) channel.stats().undelivered();
    }
}
