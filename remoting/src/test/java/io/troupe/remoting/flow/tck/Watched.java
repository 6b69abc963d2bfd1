// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;

/** Tells the probe what the sender has taken; what it is made to do is done by the receiver. */
final class Watched implements Flow.Subscriber<Integer> {
    private final WhiteboxSubscriberProbe<Integer> probe;
    private final Receiver receiver = new Receiver();
    private final Flow.Subscriber<Integer> sender;
    private boolean subscribed;

    Watched(
            WhiteboxSubscriberProbe<Integer> probe,
            Function<Flow.Subscriber<Integer>, Flow.Subscriber<Integer>> subscribe) {
        this.probe = probe;
        this.sender = subscribe.apply(receiver);
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
