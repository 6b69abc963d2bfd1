// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.promise.CompletablePromise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A place in the ring. The table's alone. */
final class Chair {
    /** Nobody sits here. */
    static final int EMPTY = -1;

    private final int index;
    private final Map<Hand, Fork> beside = new EnumMap<>(Hand.class);
    /** Forks that the guest holds or waits for; stays right when another fork is put beside the chair. */
    private final Map<Hand, Fork> claimed = new EnumMap<>(Hand.class);

    private Chair next = this;
    private int seat = EMPTY;
    private int sittings;

    Chair(int index) {
        this.index = index;
    }

    /** A fork, who has it and who waits for it. */
    static final class Fork {
        private final Deque<Waiting> queue = new ArrayDeque<>(2);
        private @Nullable Chair holder;

        @Nullable
        Chair holder() {
            return holder;
        }

        Deque<Waiting> queue() {
            return queue;
        }

        void holder(@Nullable Chair newHolder) {
            holder = newHolder;
        }
    }

    /** One who waits for a fork. */
    record Waiting(Chair chair, CompletablePromise<Void> turn) {}

    int index() {
        return index;
    }

    Chair next() {
        return next;
    }

    void next(Chair newNext) {
        next = newNext;
    }

    Fork beside(Hand hand) {
        Fork fork = beside.get(hand);
        if (fork == null) {
            throw new IllegalStateException("a chair must have two forks: chair=" + index + ", hand=" + hand);
        }
        return fork;
    }

    void beside(Hand hand, Fork fork) {
        beside.put(hand, fork);
    }

    @Nullable
    Fork claimed(Hand hand) {
        return claimed.get(hand);
    }

    void claim(Hand hand, Fork fork) {
        claimed.put(hand, fork);
    }

    void disclaim(Hand hand) {
        claimed.remove(hand);
    }

    int seat() {
        return seat;
    }

    void seat(int newSeat) {
        seat = newSeat;
    }

    /** Number of earlier guests; counts the present one. */
    int sitting() {
        return sittings++;
    }
}
