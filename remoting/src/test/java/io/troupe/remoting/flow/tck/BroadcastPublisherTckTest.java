// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.channel.Lag;
import java.util.concurrent.Flow;

/** The rules for publishers, for one that gives every element to every subscriber. */
public class BroadcastPublisherTckTest extends PatientPublisherRules {
    private static final int CAPACITY = 16;

    @Override
    public Flow.Publisher<Integer> createFlowPublisher(long count) {
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        Flows.into(new Range(count), channel, CAPACITY);
        return Flows.broadcast(channel, CAPACITY, Lag.HOLD);
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        channel.fail(new IllegalStateException("no numbers today"));
        return Flows.broadcast(channel, CAPACITY, Lag.HOLD);
    }
}
