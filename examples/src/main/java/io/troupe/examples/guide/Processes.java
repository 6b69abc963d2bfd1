// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.examples.guide.FirstActor.Show;
import io.troupe.remoting.Exposure;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The same calls between processes: what is exposed, what travels, topics, and what a lost link means. */
public final class Processes {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Processes() {}

    // tag::house[]
    /** A record travels by its components. */
    public record Booking(String play, List<Integer> seats) {}

    /** The actor that other processes call. */
    public static class House extends Actor<House> {
        private final Map<String, Show> shows = new HashMap<>();

        public Promise<Show> show(String play) { // the caller gets a reference that leads back here
            return Promise.of(shows.computeIfAbsent(play, name -> context().spawn(Show.class, () -> new Show(200))));
        }

        public Promise<Show> visit(String play) {
            return show(play).map(show -> Exposure.of(show).only("free")); // may look, may not reserve
        }

        public Promise<Integer> book(Booking booking, String guest) {
            return show(booking.play())
                    .flatMap(show -> Promise.all(booking.seats().stream()
                            .map(seat -> show.reserve(seat, guest))
                            .toList()))
                    .map(done -> (int) done.stream().filter(seat -> seat).count());
        }
    }
    // end::house[]

    /** Runs the example: two systems in this process; in two processes nothing is different. */
    public static void main(String[] args) {
        try (ActorSystem theatre = ActorSystem.start("theatre");
                ActorSystem agency = ActorSystem.start("agency")) {
            // tag::listen[]
            Remoting remoting = Remoting.on(theatre);
            remoting.expose("house", theatre.spawn(House.class, House::new)); // nothing else can be called
            String address =
                    remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
            // end::listen[]
            // tag::connect[]
            Link link = Remoting.on(agency).connect(address).await(LIMIT);
            House house = link.lookup("house", House.class); // used like a local reference
            System.out.println("booked: "
                    + house.book(new Booking("Hamlet", List.of(1, 2)), "Ann").await(LIMIT));
            Show hamlet = house.show("Hamlet").await(LIMIT);
            System.out.println("free: " + hamlet.free().await(LIMIT));
            // end::connect[]
            rights(house);
            publish(remoting, link);
            losing(agency, link, hamlet);
        }
    }

    private static void rights(House house) {
        // tag::rights[]
        Show visited = house.visit("Hamlet").await(LIMIT);
        try {
            visited.reserve(3, "Bob").await(LIMIT);
        } catch (CallRefusedException e) {
            System.out.println("refused, but " + visited.free().await(LIMIT) + " are free");
        }
        // end::rights[]
    }

    private static void publish(Remoting remoting, Link link) {
        CompletablePromise<String> read = new CompletablePromise<>();
        // tag::topic[]
        Topic<String> news = remoting.topic("news", String.class, TopicConfig.defaults());
        link.subscribe("news", String.class, SlowConsumer.DROP, Callback.of(item -> read.complete(item)));
        while (!read.isSettled()) { // a subscriber gets what is published after it has subscribed
            news.publish("Hamlet is sold out");
        }
        // end::topic[]
        System.out.println(read.await(LIMIT));
    }

    private static void losing(ActorSystem agency, Link link, Show hamlet) {
        // tag::lost[]
        Promise<Terminated> end = agency.watch(hamlet);
        link.cut(); // as if the connection had broken for good
        System.out.println(end.await(LIMIT).reason());
        try {
            hamlet.free().await(LIMIT);
        } catch (LinkLostException e) {
            System.out.println("may have been executed: " + e.maybeExecuted());
        }
        // end::lost[]
    }
}
