// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.remoting.Encoding;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules for subscribers, as the publishers of this side see them; who receives lives on the other side. */
public abstract class SubscriberRules extends FlowSubscriberWhiteboxVerification<Integer> {
    private final Encoding encoding;
    private final String address;
    private FlowPair pair;

    SubscriberRules(Encoding encoding, String address) {
        super(PublisherRules.environment());
        this.encoding = encoding;
        this.address = address;
    }

    @BeforeClass
    public void openPair() {
        FlowPair.skipUnlessWanted(encoding, address);
        pair = new FlowPair(encoding, address);
    }

    @AfterClass
    public void closePair() {
        pair.close();
    }

    @Override
    public Integer createElement(int element) {
        return element;
    }

    @Override
    protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
        return new Watched(pair, probe);
    }

    /** Tells the probe what the sender has taken; what it is made to do is done by the receiver. */
    private static final class Watched implements Flow.Subscriber<Integer> {
        private final WhiteboxSubscriberProbe<Integer> probe;
        private final Receiver receiver = new Receiver();
        private final Flow.Subscriber<Integer> sender;
        private boolean subscribed;

        Watched(FlowPair pair, WhiteboxSubscriberProbe<Integer> probe) {
            this.probe = probe;
            this.sender = pair.sender(receiver);
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            sender.onSubscribe(given);
            if (!subscribed) {
                subscribed = true;
                probe.registerOnSubscribe(new SubscriberPuppet() {
                    @Override
                    public void triggerRequest(long n) {
                        receiver.subscription.join().request(n);
                    }

                    @Override
                    public void signalCancel() {
                        receiver.subscription.join().cancel();
                    }
                });
            }
        }

        @Override
        public void onNext(Integer item) {
            sender.onNext(item);
            probe.registerOnNext(item);
        }

        @Override
        public void onError(Throwable cause) {
            sender.onError(cause);
            probe.registerOnError(cause);
        }

        @Override
        public void onComplete() {
            sender.onComplete();
            probe.registerOnComplete();
        }
    }

    private static final class Receiver implements Flow.Subscriber<Integer> {
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
        }

        @Override
        public void onNext(Integer item) {}

        @Override
        public void onError(Throwable cause) {}

        @Override
        public void onComplete() {}
    }
}
