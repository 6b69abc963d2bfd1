// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.group.Group;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first actor: a class, its reference, tells, asks, and what the class must be like. */
public final class FirstActor {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private FirstActor() {}

    // tag::show[]
    /** Sells the seats of one evening. */
    public static class Show extends Actor<Show> {
        private final Map<Integer, String> guests = new HashMap<>(); // no lock: one message at a time
        private final int seats;

        public Show(int seats) {
            this.seats = seats;
        }

        public void release(int seat) { // a tell: nothing comes back
            guests.remove(seat);
        }

        public Promise<Boolean> reserve(int seat, String guest) { // an ask: the answer comes later
            return Promise.of(seat <= seats && guests.putIfAbsent(seat, guest) == null);
        }

        public Promise<Integer> free() {
            return Promise.of(seats - guests.size());
        }
    }
    // end::show[]

    // tag::usher[]
    /** Seats parties of guests; knows the show by its reference. */
    public static class Usher extends Actor<Usher> {
        private final Show show;
        private int seated;

        public Usher(Show show) {
            this.show = show;
        }

        public Promise<String> seat(String guest, int seat) {
            return show.reserve(seat, guest)
                    .map(
                            done -> { // runs in a turn of the usher
                                seated += done ? 1 : 0;
                                return guest + (done ? " sits on " : " does not get ") + seat + ", " + seated
                                        + " seated so far";
                            });
        }
    }
    // end::usher[]

    // tag::interface[]
    /** The methods that others may call. */
    public interface Cloakroom {
        Promise<Integer> hang(String coat);
    }

    /** The object that runs: any object, here a record. It does not extend Actor. */
    record Racks(List<String> coats) implements Cloakroom {
        @Override
        public Promise<Integer> hang(String coat) {
            coats.add(coat);
            return Promise.of(coats.size());
        }
    }
    // end::interface[]

    /** Breaks two rules. */
    public static class Careless extends Actor<Careless> {
        public int count;

        public int count() {
            return count;
        }
    }

    /** Runs the example. */
    public static void main(String[] args) {
        // tag::main[]
        try (ActorSystem system = ActorSystem.start("theatre")) {
            Show show = system.spawn(Show.class, () -> new Show(200), "tonight");
            Promise<Boolean> ann = show.reserve(7, "Ann"); // sends a message and returns at once
            Promise<Boolean> bob = show.reserve(7, "Bob");
            System.out.println("Ann " + ann.await(LIMIT) + ", Bob " + bob.await(LIMIT));
            show.release(7);
            System.out.println("free: " + show.free().await(LIMIT));
        }
        // end::main[]
        try (ActorSystem system = ActorSystem.start("theatre")) {
            more(system);
        }
    }

    private static void more(ActorSystem system) {
        Show show = system.spawn(Show.class, () -> new Show(200), "tonight");
        Usher usher = system.spawn(Usher.class, () -> new Usher(show));
        System.out.println(usher.seat("Ann", 7).await(LIMIT));
        System.out.println(usher.seat("Bob", 7).await(LIMIT));
        Cloakroom cloakroom = system.spawn(Cloakroom.class, () -> new Racks(new ArrayList<>()));
        System.out.println("coat number " + cloakroom.hang("Ann's coat").await(LIMIT));
        Group<Usher> ushers = Group.spawn(system, Usher.class, 3, () -> new Usher(show));
        System.out.println(ushers.roundRobin().seat("Cid", 8).await(LIMIT)); // each call goes to the next usher
        // tag::careless[]
        try {
            system.spawn(Careless.class, Careless::new);
        } catch (SpawnRefusedException e) {
            System.out.println(e.getMessage());
        }
        // end::careless[]
    }
}
