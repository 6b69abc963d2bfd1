// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.message.AskMessage;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A method returns the promise of a receive while its caller gives up: nobody may wait in the channel afterwards. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "given up, and nobody waits")
@Outcome(expect = FORBIDDEN, desc = "a receiver waits for nobody")
@State
public class CallVersusReceiveStress {
    private final Channel<Integer> channel = Channels.rendezvous();
    private final AskMessage<Integer> ask = new StressAsk(new Obligations(), channel.receive());

    /** The turn. */
    @Actor
    public void deliver() {
        StressAsk.deliver(ask, this);
    }

    /** The caller. */
    @Actor
    public void cancel(II_Result result) {
        result.r1 = ask.cancel() ? 1 : 0;
    }

    /** Afterwards. If the call was not delivered at all nobody has called the method: that receive is the test's own. */
    @Arbiter
    public void waiting(II_Result result) {
        result.r2 = ask.hasBegun() ? channel.stats().waitingReceivers() : 0;
    }
}
