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
import org.openjdk.jcstress.infra.results.III_Result;

/** An element comes for a call whose method receives it, while the caller gives up. */
@JCStressTest
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "the caller has it, the cancel came too late")
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "nobody waited any more")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "given to a call that was given up: it is in the channel again")
@Outcome(expect = FORBIDDEN, desc = "the element is lost, or there twice")
@State
public class CallVersusSendStress {
    private final Channel<Integer> channel = Channels.rendezvous();
    private final AskMessage<Integer> ask = new StressAsk(new Obligations(), channel.receive());

    /** The method has returned the promise of a receive. */
    @SuppressWarnings("this-escape") // the message calls it in another turn only
    public CallVersusSendStress() {
        StressAsk.deliver(ask, this);
    }

    /** The sender. */
    @Actor
    public void send(III_Result result) {
        result.r1 = channel.trySend(1) ? 1 : 0;
    }

    /** The caller. */
    @Actor
    public void cancel(III_Result result) {
        result.r2 = ask.cancel() ? 1 : 0;
    }

    /** Afterwards. */
    @Arbiter
    public void inside(III_Result result) {
        result.r3 = channel.tryReceive() == null ? 0 : 1;
    }
}
