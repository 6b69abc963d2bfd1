// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide.durable;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.actor.VirtualActor;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.topic.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** Two members on one file, and actors without stored state: the quotes of chapter 18. */
public final class VirtualActors {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private VirtualActors() {}

    // tag::room[]
    /** Who is in a room. */
    public static class Room extends VirtualActor<Room> {
        private final Set<String> guests = new TreeSet<>(); // in memory only

        public Promise<String> enter(String guest) {
            guests.add(guest);
            return Promise.of(key() + guests);
        }
    }
    // end::room[]

    // tag::clock[]
    /** Ticks, at one place in the cluster. */
    public static class Clock extends VirtualActor<Clock> {
        private CompletablePromise<String> next = new CompletablePromise<>();

        @Override
        protected Promise<?> onStart() {
            context().every(Duration.ofMillis(10), this::tick);
            return Promise.done();
        }

        private void tick() {
            if (mayAct()) { // not without a lease
                next.complete("tick");
                next = new CompletablePromise<>();
            }
        }

        public Promise<String> next() {
            return next;
        }
    }
    // end::clock[]

    /** Makes images smaller, any of them. */
    public static class Resizer extends Actor<Resizer> {
        public Promise<Integer> half(int width) {
            return Promise.of(width / 2);
        }
    }

    /** What is published. */
    public record Price(String symbol, long cents) {}

    /** Runs the parts. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("troupe-virtual");
        try {
            run(folder.resolve("state.db"));
        } finally {
            for (String ending : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(folder.resolve("state.db" + ending));
            }
            Files.delete(folder);
        }
    }

    private static Cluster join(ActorSystem system, String name, Path file) {
        return Cluster.join(
                system,
                ClusterConfig.file(file).listen("tcp://127.0.0.1:0").name(name).joinDelay(Duration.ZERO));
    }

    private static void run(Path file) {
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem second = ActorSystem.start("second")) {
            Cluster red = join(first, "red", file);
            Cluster blue = join(second, "blue", file);
            // tag::host[]
            blue.host(Room.class, Room::new); // red only calls
            blue.singleton(Clock.class, Clock::new);
            // end::host[]
            // tag::call[]
            System.out.println(red.actor(Room.class, "lobby").enter("Ann").await(LIMIT));
            System.out.println(blue.actor(Room.class, "lobby").enter("Bob").await(LIMIT));
            // end::call[]
            // tag::singleton[]
            Clock clock = red.singleton(Clock.class); // wherever it is
            System.out.println(clock.next().await(LIMIT));
            // end::singleton[]
            // tag::workers[]
            Resizer resizers = red.workers(Resizer.class, Resizer::new, 8);
            System.out.println(resizers.half(640).await(LIMIT));
            // end::workers[]
            CompletablePromise<Price> seen = new CompletablePromise<>();
            // tag::subscribe[]
            Topic<Price> prices = blue.topic("prices", Price.class);
            prices.subscribe(Callback.of(price -> seen.complete(price)));
            // end::subscribe[]
            awaitSubscriber(red.topic("prices", Price.class));
            // tag::publish[]
            red.topic("prices", Price.class).publish(new Price("ABC", 100));
            // end::publish[]
            System.out.println(seen.await(LIMIT));
        }
    }

    private static void awaitSubscriber(Topic<?> topic) {
        while (topic.stats().subscribers().isEmpty()) {
            Thread.onSpinWait(); // members find each other in a moment
        }
    }
}
