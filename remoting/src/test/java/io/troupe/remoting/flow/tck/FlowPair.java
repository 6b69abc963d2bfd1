// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.flow.tck;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Receiver;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.Tier;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.SkipException;

/** Two systems and a link between them, over which publishers of one have subscribers in the other. */
final class FlowPair implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final Remoting server = Remoting.on(there);
    private final Link link;

    FlowPair(Encoding encoding, String address) {
        String found = server.listen(address, encoding).await(LIMIT).address().toString();
        link = Remoting.on(here).connect(found, encoding).await(LIMIT);
    }

    /** The rules take their time: the fast tier tries them over one encoding. */
    static void skipUnlessWanted(Encoding encoding, String address) {
        if (!Tier.PRODUCT && !(encoding == Encoding.BINARY && address.startsWith("tcp:"))) {
            throw new SkipException("with -Dtroupe.tests=all: encoding=" + encoding + ", address=" + address);
        }
    }

    /** The publisher as the other side sees it. */
    Flow.Publisher<Integer> remote(Flow.Publisher<Integer> publisher) {
        return link.publisher(publish(publisher), Integer.class);
    }

    /** A channel of one side as the other one receives from it. */
    Channel<Integer> handed(Channel<Integer> channel) {
        String name = "shelf" + NUMBERS.incrementAndGet();
        server.expose(name, there.spawn(Shelf.class, () -> new Shelf(channel)));
        return (Channel<Integer>) link.lookup(name, Shelf.class).take().await(LIMIT);
    }

    /** A publisher of one side that the other one gets as the result of a call. */
    Flow.Publisher<Integer> given(Flow.Publisher<Integer> publisher) {
        String name = "press" + NUMBERS.incrementAndGet();
        server.expose(name, there.spawn(Press.class, () -> new Press(publisher)));
        return link.lookup(name, Press.class).numbers().await(LIMIT);
    }

    /** Gives a publisher out. */
    public static class Press extends Actor<Press> {
        private final Flow.Publisher<Integer> publisher;

        Press(Flow.Publisher<Integer> publisher) {
            this.publisher = publisher;
        }

        public Promise<Flow.Publisher<Integer>> numbers() {
            return Promise.of(publisher);
        }
    }

    /** Gives a channel out. */
    public static class Shelf extends Actor<Shelf> {
        private final Channel<Integer> channel;

        Shelf(Channel<Integer> channel) {
            this.channel = channel;
        }

        public Promise<Receiver<Integer>> take() {
            return Promise.of(channel);
        }
    }

    private String publish(Flow.Publisher<Integer> publisher) {
        String name = "numbers" + NUMBERS.incrementAndGet();
        server.publish(name, Integer.class, publisher);
        return name;
    }

    /** What this side subscribes with to a publisher, for a subscriber of the other side. */
    Flow.Subscriber<Integer> sender(Flow.Subscriber<Integer> remote) {
        CompletableFuture<Flow.Subscriber<? super Integer>> sender = new CompletableFuture<>();
        link.publisher(publish(sender::complete), Integer.class).subscribe(remote);
        return found(sender);
    }

    /** The same for a publisher that is handed over. */
    Flow.Subscriber<Integer> givenSender(Flow.Subscriber<Integer> remote) {
        CompletableFuture<Flow.Subscriber<? super Integer>> sender = new CompletableFuture<>();
        given(sender::complete).subscribe(remote);
        return found(sender);
    }

    private static Flow.Subscriber<Integer> found(CompletableFuture<Flow.Subscriber<? super Integer>> sender) {
        try {
            @SuppressWarnings("unchecked") // it takes whatever is an Integer
            Flow.Subscriber<Integer> found = (Flow.Subscriber<Integer>) sender.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return found;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the subscription must arrive", e);
        }
    }

    @Override
    public void close() {
        here.close();
        there.close();
    }
}
