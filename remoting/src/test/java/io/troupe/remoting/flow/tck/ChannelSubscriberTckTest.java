// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;

/** The rules for subscribers, for what sends the elements of a publisher into a channel from which somebody receives. */
public class ChannelSubscriberTckTest extends FlowSubscriberBlackboxVerification<Integer> {
    private static final int CAPACITY = 4;

    public ChannelSubscriberTckTest() {
        super(PatientPublisherRules.environment());
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }

    @Override
    public Flow.Subscriber<Integer> createFlowSubscriber() {
        Channel<Integer> channel = Channels.buffered(CAPACITY);
        channel.each(element -> {});
        AtomicReference<Flow.Subscriber<? super Integer>> subscriber = new AtomicReference<>();
        Flow.Publisher<Integer> publisher = subscriber::set;
        Flows.into(publisher, channel, CAPACITY);
        @SuppressWarnings("unchecked") // it takes whatever is an Integer
        Flow.Subscriber<Integer> found = (Flow.Subscriber<Integer>) subscriber.get();
        return found;
    }
}
