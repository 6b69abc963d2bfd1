// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.examples.philosophers.Chair.Fork;
import io.troupe.examples.philosophers.Chair.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Knows who holds which fork, and keeps for each fork the promises of those who wait for it. Parties of guests may come and go;
 * when one ends, or the link to it, what its guests hold goes to those who wait.
 */
public class Table extends Actor<Table> {
    private static final int SALTS = 1024;

    private final Ring ring;
    private final Map<Integer, Party> parties = new LinkedHashMap<>();
    private final List<Callback<News>> readers = new ArrayList<>();
    private int lastParty;
    private int taken;
    private int waiting;
    private long meals;

    /** A table at which all seats, from 0, are taken from the beginning, with a fork for each. */
    public Table(int seats) {
        ring = new Ring(seats, 0);
        for (int i = 0; i < seats; i++) {
            ring.sit();
        }
    }

    /** A table that grows as guests come. */
    public Table() {
        ring = new Ring(0, ThreadLocalRandom.current().nextInt(SALTS));
    }

    /** Guests who came together. */
    private record Party(String name, Guests guests, List<Chair> chairs, Promise<Terminated> end) {}

    /**
     * Where a party sits.
     *
     * @param party number, to leave with
     * @param numbers of the seats, one per guest
     */
    public record Seats(int party, List<Integer> numbers) {}

    /**
     * Somebody came or went.
     *
     * @param party name
     * @param guests of it
     * @param text what happened
     */
    public record News(String party, int guests, String text) {}

    /**
     * What can be seen.
     *
     * @param parties at the table
     * @param guests of all parties
     * @param forks on the table and in hands
     * @param taken in hands
     * @param waiting guests who wait for a fork
     * @param meals eaten so far
     */
    public record View(int parties, int guests, int forks, int taken, int waiting, long meals) {}

    // ---- guests --------------------------------------------------------------------------------------------------

    /**
     * A party sits down, mixed with those who are here.
     *
     * @param name for people
     * @param count of guests, at least 1
     * @param guests who is watched: when that ends, the party has left
     */
    public Promise<Seats> join(String name, int count, Guests guests) {
        if (count < 1 || count > ring.room()) {
            return Promise.failed(new IllegalArgumentException(
                    "a party must have guests, and there must be room: count=" + count + ", room=" + ring.room()));
        }
        int number = ++lastParty;
        List<Chair> chairs = new ArrayList<>(count);
        List<Integer> seats = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Chair chair = ring.sit();
            chairs.add(chair);
            seats.add(chair.seat());
        }
        Promise<Terminated> end = context().watch(guests);
        parties.put(number, new Party(name, guests, chairs, end));
        tell(new News(name, count, "sat down"));
        end.then(ended -> rise(number, ended.reason() == EndReason.LINK_LOST ? "lost" : "ended"))
                .recover(left -> null);
        return Promise.of(new Seats(number, seats));
    }

    /** A party leaves; its forks go back. */
    public Promise<Void> leave(int party) {
        Party known = parties.get(party);
        if (known != null) {
            rise(party, "left");
            known.end.cancel();
        }
        return Promise.done();
    }

    private void rise(int number, String why) {
        Party party = parties.remove(number);
        if (party == null) {
            return;
        }
        int held = 0;
        for (Chair chair : party.chairs) {
            for (Hand hand : Hand.values()) {
                Fork fork = chair.claimed(hand);
                held += fork != null && fork.holder() == chair ? 1 : 0;
                release(chair, hand);
            }
            ring.free(chair);
        }
        tell(new News(party.name, party.chairs.size(), why + ", forks given back: " + held));
    }

    /** Fulfilled when the fork is in the hand of this seat: at once if it is free, else first come, first served. */
    public Promise<Void> take(int seat, Hand hand) {
        Chair chair = ring.find(seat);
        if (chair == null) {
            return Promise.failed(new IllegalStateException("a guest must have a seat: seat=" + seat));
        }
        Fork claimed = chair.claimed(hand);
        if (claimed != null && claimed.holder() == chair) {
            return Promise.done(); // the answer was lost
        }
        release(chair, hand);
        Fork fork = chair.beside(hand);
        chair.claim(hand, fork);
        if (fork.holder() == null) {
            fork.holder(chair);
            taken++;
            return Promise.done();
        }
        CompletablePromise<Void> turn = new CompletablePromise<>();
        fork.queue().add(new Waiting(chair, turn));
        waiting++;
        return turn;
    }

    /** Puts a fork back, or into the hand of the next who waits for it. */
    public void put(int seat, Hand hand) {
        Chair chair = ring.find(seat);
        if (chair == null) {
            return; // has left meanwhile, and its forks are back
        }
        Fork fork = chair.claimed(hand);
        if (fork == null || fork.holder() != chair) {
            throw new IllegalStateException("a fork must be put back by who holds it: seat=" + seat + ", hand=" + hand);
        }
        release(chair, hand);
    }

    /** Puts both forks back after a meal. */
    public void finish(int seat) {
        put(seat, Hand.LEFT);
        put(seat, Hand.RIGHT);
        meals++;
    }

    /** Gives up what a hand holds or waits for. */
    private void release(Chair chair, Hand hand) {
        Fork fork = chair.claimed(hand);
        if (fork == null) {
            return;
        }
        chair.disclaim(hand);
        if (fork.holder() != chair) {
            fork.queue().removeIf(other -> other.chair() == chair);
            waiting--;
            return;
        }
        Waiting next = fork.queue().poll();
        if (next == null) {
            fork.holder(null);
            taken--;
        } else {
            fork.holder(next.chair());
            waiting--;
            next.turn().complete();
        }
    }

    // ---- spectators ----------------------------------------------------------------------------------------------

    /** The table as it is now. */
    public Promise<View> view() {
        int guests =
                parties.values().stream().mapToInt(party -> party.chairs.size()).sum();
        return Promise.of(new View(parties.size(), guests, ring.chairs().size(), taken, waiting, meals));
    }

    /** Tells of parties that come and go. */
    public void news(Callback<News> reader) {
        readers.add(reader);
    }

    private void tell(News item) {
        readers.removeIf(Callback::isEnded);
        readers.forEach(reader -> reader.item(item));
    }

    /** Number of rings of philosophers each of whom waits for a fork in the hand of the next. A ring never dissolves. */
    public Promise<Integer> deadlocks() {
        int[] waitsFor = new int[ring.chairs().size()];
        Arrays.fill(waitsFor, Chair.EMPTY);
        for (Chair chair : ring.chairs()) {
            for (Hand hand : Hand.values()) {
                Fork fork = chair.claimed(hand);
                @Nullable Chair holder = fork == null ? null : fork.holder();
                if (holder != null && holder != chair) {
                    waitsFor[chair.index()] = holder.index();
                }
            }
        }
        return Promise.of(rings(waitsFor));
    }

    /** Rings in a graph in which everybody waits for at most one other. */
    static int rings(int[] waitsFor) {
        int[] seenBy = new int[waitsFor.length]; // the walk that came along here first, from 1
        int rings = 0;
        for (int start = 0; start < waitsFor.length; start++) {
            int walk = start + 1;
            int seat = start;
            while (seat != Chair.EMPTY && seenBy[seat] == 0) {
                seenBy[seat] = walk;
                seat = waitsFor[seat];
            }
            if (seat != Chair.EMPTY && seenBy[seat] == walk) {
                rings++;
            }
        }
        return rings;
    }
}
