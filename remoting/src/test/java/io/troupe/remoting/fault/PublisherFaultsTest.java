// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Flows;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Publishers and a peer that does what it likes. */
@Timeout(60)
class PublisherFaultsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String KNOWN = "streams,request,channels,publishers";

    private final ActorSystem system = ActorSystem.start("publishers");
    private final Endless numbers = new Endless();
    private RawPeer peer;

    /** Publishes as long as it is asked. */
    private static final class Endless implements Flow.Publisher<Integer> {
        final AtomicLong mostAtATime = new AtomicLong();
        final AtomicInteger cancelled = new AtomicInteger();

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                private int next;

                @Override
                public void request(long n) {
                    mostAtATime.accumulateAndGet(n, Math::max);
                    for (long i = 0; i < n; i++) {
                        subscriber.onNext(next++);
                    }
                }

                @Override
                public void cancel() {
                    cancelled.incrementAndGet();
                }
            });
        }
    }

    public static class Press extends Actor<Press> {
        private final Flow.Publisher<Integer> numbers;

        public Press(Flow.Publisher<Integer> numbers) {
            this.numbers = numbers;
        }

        public Promise<Flow.Publisher<Integer>> numbers() {
            return Promise.of(numbers);
        }

        public Promise<String> read(Flow.Publisher<Integer> foreign) {
            return Flows.each(foreign, number -> {}).map(end -> "end").recover(Throwable::toString);
        }
    }

    private void start(Encoding encoding, String features) throws IOException {
        Remoting remoting = Remoting.on(system);
        remoting.expose("desk", system.spawn(Press.class, () -> new Press(numbers)));
        int port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
        peer = RawPeer.agreed(port, encoding);
        peer.send(new Frame.Hello(Map.of("name", "raw", "features", features)));
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        system.close();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseToHandAPublisherToAnOlderPeerInASentence(Encoding encoding) throws IOException {
        start(encoding, "streams,request,channels");
        peer.send(RawPeer.call(1, "numbers"));
        Frame.Fail fail = peer.await(Frame.Fail.class, any -> any.stream() == 1);
        assertThat(fail.failure().text()).contains("the other side must be of a version that takes publishers: peer=");
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseSubscriptionsToWhatIsNoPublisher(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        long stream = 3;
        for (String name : new String[] {"publisher:", "publisher:x", "publisher:-1", "publisher:1", "publisher:99"}) {
            long number = stream;
            peer.send(new Frame.Open(number, name));
            peer.await(Frame.Fail.class, fail -> fail.stream() == number);
            stream += 2;
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldBoundWhatAPeerMakesAPublisherPublish(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        peer.send(RawPeer.call(1, "numbers"));
        peer.awaitReply(1);
        peer.send(
                new Frame.Open(3, "publisher:2"),
                new Frame.Request(3, Long.MAX_VALUE),
                new Frame.Request(3, Long.MAX_VALUE));
        peer.await(Frame.Item.class, item -> item.stream() == 3);
        peer.send(new Frame.Cancel(3));
        Await.until("the publisher knows", LIMIT, () -> numbers.cancelled.get() == 1);
        assertThat(numbers.mostAtATime.get()).isBetween(1L, 1024L);

        peer.send(new Frame.Cancel(2), new Frame.Open(5, "publisher:2"));
        peer.await(Frame.Fail.class, fail -> fail.stream() == 5); // it was given back
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldFailASubscriberWhosePublisherSendsMoreThanWasRequested(Encoding encoding) throws IOException {
        start(encoding, KNOWN);
        peer.send(RawPeer.call(1, "read", out -> out.handle(new Handle(HandleKind.PUBLISHER, 3))));
        Frame.Open open = peer.await(Frame.Open.class, any -> any.name().equals("publisher:3"));
        for (int i = 0; i < 2000; i++) {
            peer.send(new Frame.Item(open.stream(), ByHand.value(out -> out.integer(7))));
        }
        peer.await(Frame.Cancel.class, cancel -> cancel.stream() == open.stream());
        peer.awaitReply(1);
    }
}
