// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Knows who holds which fork, and keeps for each fork the promises of those who wait for it. Seats and forks from 0. */
public class Table extends Actor<Table> {
    private static final int NOBODY = -1;

    private final int[] holders;
    private final Map<Integer, Deque<Waiting>> waiting = new HashMap<>();

    /** A table with all forks on it. */
    public Table(int forks) {
        holders = new int[forks];
        Arrays.fill(holders, NOBODY);
    }

    private record Waiting(int seat, CompletablePromise<Void> turn) {}

    /** Fulfilled when the fork is in the hand of this seat: at once if it is free, else first come, first served. */
    public Promise<Void> take(int seat, int fork) {
        if (holders[fork] == NOBODY) {
            holders[fork] = seat;
            return Promise.done();
        }
        CompletablePromise<Void> turn = new CompletablePromise<>();
        waiting.computeIfAbsent(fork, none -> new ArrayDeque<>(2)).add(new Waiting(seat, turn));
        return turn;
    }

    /** Puts a fork back, or into the hand of the next who waits for it. */
    public void put(int seat, int fork) {
        if (holders[fork] != seat) {
            throw new IllegalStateException("a fork must be put back by who holds it: fork=" + fork + ", seat=" + seat
                    + ", holder=" + holders[fork]);
        }
        Deque<Waiting> queue = waiting.get(fork);
        Waiting next = queue == null ? null : queue.poll();
        if (next == null) {
            holders[fork] = NOBODY;
        } else {
            holders[fork] = next.seat;
            next.turn.complete();
        }
    }

    /** Number of rings of philosophers each of whom waits for a fork in the hand of the next. A ring never dissolves. */
    public Promise<Integer> deadlocks() {
        int[] waitsFor = new int[holders.length];
        Arrays.fill(waitsFor, NOBODY);
        waiting.forEach((fork, queue) -> queue.forEach(guest -> waitsFor[guest.seat] = holders[fork]));
        return Promise.of(rings(waitsFor));
    }

    /** Rings in a graph in which everybody waits for at most one other. */
    static int rings(int[] waitsFor) {
        int[] seenBy = new int[waitsFor.length]; // the walk that came along here first, from 1
        int rings = 0;
        for (int start = 0; start < waitsFor.length; start++) {
            int walk = start + 1;
            int seat = start;
            while (seat != NOBODY && seenBy[seat] == 0) {
                seenBy[seat] = walk;
                seat = waitsFor[seat];
            }
            if (seat != NOBODY && seenBy[seat] == walk) {
                rings++;
            }
        }
        return rings;
    }
}
