// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Actors by key: made by their first call, dropped when idle. */
public final class Directories {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Directories() {}

    // tag::guest[]
    /** A guest of the theatre. What has to outlast the object is kept in a store. */
    public static class Guest extends Actor<Guest> {
        private final String name;
        private final Map<String, Integer> store;
        private int visits;

        public Guest(String name, Map<String, Integer> store) {
            this.name = name;
            this.store = store;
        }

        @Override
        protected Promise<?> onStart() { // at each activation; calls wait until the promise has settled
            return context().blocking(() -> store.getOrDefault(name, 0)).then(stored -> visits = stored);
        }

        public Promise<Integer> visit() {
            visits++;
            int now = visits;
            return context().blocking(() -> store.put(name, now)).map(before -> now);
        }

        public void leave() {
            context().stop(); // the next call makes a new object
        }
    }
    // end::guest[]

    /** Runs the parts. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("theatre")) {
            guests(system);
            failing(system);
        }
    }

    private static void guests(ActorSystem system) {
        // tag::directory[]
        Map<String, Integer> store = new ConcurrentHashMap<>();
        Directory<Guest> guests = system.directory(
                Guest.class,
                name -> new Guest(name, store),
                DirectoryOptions.named("guests")
                        .maxActive(10_000) // beyond it, those go that were not used for longest
                        .passivateAfter(Duration.ofMinutes(5)));

        Guest ann = guests.get("Ann"); // never waits; nothing is made yet
        System.out.println("visits: " + ann.visit().await(LIMIT));
        ann.leave();
        System.out.println("visits: " + ann.visit().await(LIMIT)); // the same reference, another object
        System.out.println(system.address(guests.get("Bob Roy")));
        System.out.println(guests.stats().activations() + " objects were made");
        // end::directory[]
    }

    private static void failing(ActorSystem system) {
        // tag::failing[]
        Directory<Guest> closed = system.directory(
                Guest.class,
                name -> {
                    throw new IllegalStateException("the store is closed");
                },
                DirectoryOptions.named("closed"));
        try {
            closed.get("Ann").visit().await(LIMIT);
        } catch (ActorStoppedException e) {
            System.out.println(e.reason() + ", executed: " + e.maybeExecuted());
        }
        // end::failing[]
    }
}
