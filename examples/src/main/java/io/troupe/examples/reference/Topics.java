// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.reference;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** More than one answer: a topic, and a publisher of Reactive Streams. */
public final class Topics {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Topics() {}

    /** The price of something. Subscribers in the same process share the object, so it is immutable. */
    public record Price(String symbol, int cents) {}

    /** Reads the first number. */
    private static final class FirstNumber implements Flow.Subscriber<Integer> {
        private final CompletablePromise<Integer> number = new CompletablePromise<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(256);
        }

        @Override
        public void onNext(Integer item) {
            number.complete(item); // later ones are ignored
        }

        @Override
        public void onError(Throwable failure) {
            number.fail(failure);
        }

        @Override
        public void onComplete() {
            number.fail(new IllegalStateException("a number must come before the end"));
        }
    }

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem exchange = ActorSystem.start("exchange");
                ActorSystem reader = ActorSystem.start("reader")) {
            Remoting remoting = Remoting.on(exchange);
            String address =
                    remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
            Link link = Remoting.on(reader).connect(address).await(LIMIT);
            topic(remoting, link);
            flow(remoting, link);
        }
    }

    private static void topic(Remoting remoting, Link link) {
        CompletablePromise<Price> seen = new CompletablePromise<>();
        // tag::topic[]
        TopicConfig<Price> config = TopicConfig.<Price>defaults().key(Price::symbol);
        Topic<Price> prices = remoting.topic("prices", Price.class, config);
        // end::topic[]
        // tag::subscribe[]
        link.subscribe("prices", Price.class, SlowConsumer.CONFLATE, Callback.of(price -> seen.complete(price)));
        // end::subscribe[]
        while (!seen.isSettled()) { // a subscriber gets what is published after it has subscribed
            // tag::publish[]
            prices.publish(new Price("ABC", 100));
            // end::publish[]
        }
        System.out.println("price: " + seen.await(LIMIT).cents());
        prices.close();
    }

    private static void flow(Remoting remoting, Link link) {
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            FirstNumber subscriber = new FirstNumber();
            // tag::flow[]
            remoting.publish("numbers", Integer.class, publisher); // any Flow.Publisher
            link.publisher("numbers", Integer.class).subscribe(subscriber); // in the other process
            // end::flow[]
            while (!subscriber.number.isSettled()) {
                publisher.offer(42, null);
            }
            System.out.println("number: " + subscriber.number.await(LIMIT));
        }
    }
}
