// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Promise;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** An element is taken from a sender that gives up. */
@JCStressTest
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "received, the cancel came too late")
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "returned to its sender")
@Outcome(expect = FORBIDDEN, desc = "the element has two fates, none, or is still inside")
@State
public class SendVersusCancelStress {
    private final Channel<String> channel = Channels.rendezvous();
    private final Promise<Void> sent = channel.send("a");

    /** The receiver. */
    @Actor
    public void receive(III_Result result) {
        result.r1 = channel.tryReceive() == null ? 0 : 1;
    }

    /** The sender. */
    @Actor
    public void cancel(III_Result result) {
        result.r2 = sent.cancel() ? 1 : 0;
    }

    /** Afterwards. */
    @Arbiter
    public void inside(III_Result result) {
        result.r3 = (int) channel.stats().inside();
    }
}
