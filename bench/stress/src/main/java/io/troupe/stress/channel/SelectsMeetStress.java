// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Select;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A select that sends meets one that receives, on the same two channels. */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "both have chosen the first channel")
@Outcome(id = "2, 2, 0", expect = ACCEPTABLE, desc = "both have chosen the second channel")
@Outcome(expect = FORBIDDEN, desc = "they have chosen differently, or somebody waits still")
@State
public class SelectsMeetStress {
    private final Channel<Integer> one = Channels.rendezvous();
    private final Channel<Integer> two = Channels.rendezvous();

    /** Sends. */
    @Actor
    public void send(III_Result result) {
        result.r1 = Select.fair().send(one, 1, () -> 1).send(two, 2, () -> 2).await();
    }

    /** Receives. */
    @Actor
    public void receive(III_Result result) {
        result.r2 = Select.fair().receive(two, x -> x).receive(one, x -> x).await();
    }

    /** Afterwards. */
    @Arbiter
    public void waiting(III_Result result) {
        result.r3 = one.stats().waitingReceivers()
                + two.stats().waitingReceivers()
                + one.stats().waitingSenders()
                + two.stats().waitingSenders();
    }
}
