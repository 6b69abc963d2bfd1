// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * Decides what a worker does while it finds nothing to run: spin, yield or sleep. A strategy has no state, as all workers of
 * a dispatcher share it; worker threads call it. It must not throw: that ends the thread, and the worker has to go on with a
 * new one.
 */
@FunctionalInterface
public interface IdleStrategy {
    /**
     * Passes a little time, or says that it is time to park.
     *
     * @param rounds how often in a row nothing was found, from 0
     * @return true to look for work again, false to park until woken
     */
    boolean idle(int rounds);

    /**
     * {@return a strategy that spins at most 2000 rounds, yields 100 and parks: quick under load, no processor time when idle; see
     * {@link #backoff(int, int)}}
     */
    static IdleStrategy backoff() {
        return backoff(2000, 100);
    }

    /**
     * A strategy that spins, then yields, then parks. Each worker learns from its pauses: where work comes only long after it
     * has parked, it parks after fewer rounds the next time.
     *
     * @param spins most rounds of spinning, 0 or more
     * @param yields most rounds of yielding after that, 0 or more
     * @return a strategy; with two zeros it parks at once
     * @throws IllegalArgumentException if a number is negative
     */
    static IdleStrategy backoff(int spins, int yields) {
        return new BackoffIdle(spins, yields);
    }

    /** {@return a strategy that spins for ever: lowest latency, a whole processor per worker even when idle} */
    static IdleStrategy spinning() {
        return rounds -> {
            Thread.onSpinWait();
            return true;
        };
    }

    /** {@return a strategy that yields for ever: like spinning, but other threads may run} */
    static IdleStrategy yielding() {
        return rounds -> {
            Thread.yield();
            return true;
        };
    }

    /** {@return a strategy that parks at once: least processor time, a wake-up for each message after a pause} */
    static IdleStrategy parking() {
        return rounds -> false;
    }
}
