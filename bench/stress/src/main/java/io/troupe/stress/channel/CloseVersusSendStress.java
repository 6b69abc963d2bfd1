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
import org.openjdk.jcstress.infra.results.II_Result;

/** A channel is closed while an element is handed to a receiver that waits. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "received before the end")
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "refused, the receiver has the end")
@Outcome(expect = FORBIDDEN, desc = "sent and not received, or a receiver that waits for ever")
@State
public class CloseVersusSendStress {
    private final Channel<String> channel = Channels.rendezvous();
    private final Promise<String> received = channel.receive();

    /** The sender. */
    @Actor
    public void send(II_Result result) {
        result.r1 = channel.trySend("a") ? 1 : 0;
    }

    /** Somebody else. */
    @Actor
    public void close() {
        channel.close();
    }

    /** Afterwards: 1 for the element, 2 for the end. */
    @Arbiter
    public void outcome(II_Result result) {
        result.r2 = received.isFulfilled() ? 1 : received.isFailed() ? 2 : 0;
    }
}
