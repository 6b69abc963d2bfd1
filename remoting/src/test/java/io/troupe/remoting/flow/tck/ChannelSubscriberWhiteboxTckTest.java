// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Flows;
import io.troupe.core.promise.Promise;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/**
 * The rules for subscribers, for what sends the elements of a publisher into a channel. It requests an element when the channel has
 * taken one, so the test makes it request by receiving, and cancel by cancelling its promise.
 */
public class ChannelSubscriberWhiteboxTckTest extends FlowSubscriberWhiteboxVerification<Integer> {
    public ChannelSubscriberWhiteboxTckTest() {
        super(PatientPublisherRules.environment());
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }

    @Override
    protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
        Channel<Integer> channel = Channels.rendezvous();
        AtomicReference<Flow.Subscriber<? super Integer>> subscriber = new AtomicReference<>();
        Flow.Publisher<Integer> publisher = subscriber::set;
        Promise<Void> sent = Flows.into(publisher, channel, 1);
        return new Probed(probe, subscriber.get(), channel, sent);
    }

    /** Tells the probe what the subscriber has taken. */
    private record Probed(
            WhiteboxSubscriberProbe<Integer> probe,
            Flow.Subscriber<? super Integer> subscriber,
            Channel<Integer> channel,
            Promise<Void> sent)
            implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscriber.onSubscribe(given);
            probe.registerOnSubscribe(new SubscriberPuppet() {
                @Override
                public void triggerRequest(long n) {
                    for (long i = 0; i < n; i++) {
                        channel.receive().onComplete((element, end) -> {});
                    }
                }

                @Override
                public void signalCancel() {
                    sent.cancel();
                }
            });
        }

        @Override
        public void onNext(Integer element) {
            subscriber.onNext(element);
            probe.registerOnNext(element);
        }

        @Override
        public void onError(Throwable cause) {
            subscriber.onError(cause);
            probe.registerOnError(cause);
        }

        @Override
        public void onComplete() {
            subscriber.onComplete();
            probe.registerOnComplete();
        }
    }
}
