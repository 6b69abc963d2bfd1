// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Who has which fork, who waits for it, and how many meals are left. Who gets a first fork has a meal for sure; who asks for
 * one when none is left is refused. One thread at a time.
 *
 * @param <W> what is told the answer
 */
public final class Forks<W> {
    private static final int FREE = -1;

    private final int seats;
    private final Answer<W> answer;
    private final int[] holders;
    private final List<Deque<Waiting<W>>> queues = new ArrayList<>();
    private int left;
    private int eaten;

    /**
     * Lays the table, without meals.
     *
     * @param seats as many as forks, 2 or more
     * @param answer called by {@link #take} and {@link #finish}
     */
    public Forks(int seats, Answer<W> answer) {
        this.seats = seats;
        this.answer = answer;
        holders = new int[seats];
        Arrays.fill(holders, FREE);
        for (int i = 0; i < seats; i++) {
            queues.add(new ArrayDeque<>(2));
        }
    }

    /** Tells one who waits. */
    @FunctionalInterface
    public interface Answer<W> {
        /** The fork is theirs, or there are no meals any more. */
        void give(W waiter, boolean granted);
    }

    /** One who waits for a fork. */
    private record Waiting<W>(int seat, boolean first, W waiter) {}

    /**
     * What the table knows of a batch.
     *
     * @param eaten meals after which both forks were put back by who had them
     * @param inHand forks that nobody has put back
     */
    public record Account(int eaten, int inHand) {
        /**
         * Checks that it is right between batches.
         *
         * @param expected meals
         * @throws IllegalStateException if it is not
         */
        public void check(int expected) {
            if (eaten != expected || inHand != 0) {
                throw new IllegalStateException("both forks must be put back after every meal: expected=" + expected
                        + ", eaten=" + eaten + ", inHand=" + inHand);
            }
        }
    }

    /** Puts meals on the table. */
    public void open(int meals) {
        left = meals;
        eaten = 0;
    }

    /** Answers at once if the fork is free or no meal is left, otherwise when it is put back. */
    public void take(int seat, boolean first, W waiter) {
        int fork = Seating.fork(seat, first, seats);
        Waiting<W> waiting = new Waiting<>(seat, first, waiter);
        if (holders[fork] == FREE) {
            answer(fork, waiting);
        } else {
            queues.get(fork).add(waiting);
        }
    }

    /** Both forks of a seat go to those who wait for them. */
    public void finish(int seat) {
        putBack(seat, Seating.fork(seat, true, seats));
        putBack(seat, Seating.fork(seat, false, seats));
        eaten++;
    }

    /** What has happened since {@link #open}. */
    public Account account() {
        int inHand =
                (int) Arrays.stream(holders).filter(holder -> holder != FREE).count();
        return new Account(eaten, inHand);
    }

    private void putBack(int seat, int fork) {
        if (holders[fork] != seat) {
            throw new IllegalStateException("a fork must be put back by who has it: fork=" + fork + ", seat=" + seat
                    + ", holder=" + holders[fork]);
        }
        holders[fork] = FREE;
        Deque<Waiting<W>> queue = queues.get(fork);
        while (holders[fork] == FREE && !queue.isEmpty()) {
            answer(fork, queue.remove());
        }
    }

    private void answer(int fork, Waiting<W> waiting) {
        boolean granted = !waiting.first || left > 0;
        if (granted) {
            holders[fork] = waiting.seat;
            left -= waiting.first ? 1 : 0;
        }
        answer.give(waiting.waiter, granted);
    }
}
