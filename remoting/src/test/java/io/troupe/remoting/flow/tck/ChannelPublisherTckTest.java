// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import java.util.concurrent.Flow;

/** The rules for publishers, for a channel within one process. */
public class ChannelPublisherTckTest extends PatientPublisherRules {
    private static final int CAPACITY = 16;

    @Override
    public Flow.Publisher<Integer> createFlowPublisher(long count) {
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        Flows.into(new Range(count), channel, CAPACITY);
        return Flows.publisher(channel);
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        channel.fail(new IllegalStateException("no numbers today"));
        return Flows.publisher(channel);
    }
}
