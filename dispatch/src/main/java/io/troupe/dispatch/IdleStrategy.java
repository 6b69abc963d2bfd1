// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * Decides what a worker does while it finds nothing to run: spin, yield or sleep. Stateless, so that all workers share one;
 * called on worker threads only. Must not throw: that ends the thread, and the worker has to go on with a new one.
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

    /** Spins 2000 rounds, yields 100 and parks: quick answers under load, no processor time when idle. */
    static IdleStrategy backoff() {
        return backoff(2000, 100);
    }

    /**
     * Spins, then yields, then parks.
     *
     * @param spins rounds of spinning, at least 0
     * @param yields rounds of yielding after that, at least 0
     */
    static IdleStrategy backoff(int spins, int yields) {
        return new BackoffIdle(spins, yields);
    }

    /** Spins for ever: lowest latency, a whole processor per worker even when idle. */
    static IdleStrategy spinning() {
        return rounds -> {
            Thread.onSpinWait();
            return true;
        };
    }

    /** Yields for ever: like spinning, but lets other threads run. */
    static IdleStrategy yielding() {
        return rounds -> {
            Thread.yield();
            return true;
        };
    }

    /** Parks at once: least processor time, every message after a pause pays for a wake-up. */
    static IdleStrategy parking() {
        return rounds -> false;
    }
}
