// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Promise;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An element is handed to a receiver that gives up. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "handed over, the cancel came too late")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled, the element stays with its sender")
@Outcome(expect = FORBIDDEN, desc = "the element is lost, or neither has happened")
@State
public class ReceiveVersusCancelStress {
    private final Channel<String> channel = Channels.rendezvous();
    private final Promise<String> received = channel.receive();

    /** The sender. */
    @Actor
    public void send(II_Result result) {
        result.r1 = channel.trySend("a") ? 1 : 0;
    }

    /** The receiver. */
    @Actor
    public void cancel(II_Result result) {
        result.r2 = received.cancel() ? 1 : 0;
    }
}
