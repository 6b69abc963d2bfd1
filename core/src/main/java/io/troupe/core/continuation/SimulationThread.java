// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The thread in which a simulation happens. What belongs to no actor system belongs to the simulation there: its continuations
 * are events, and its time is that of the run. Nothing happens while the thread waits, so whoever is about to make it wait asks
 * here first.
 */
public final class SimulationThread {
    private static final ThreadLocal<@Nullable WeakReference<Run>> ENTERED = new ThreadLocal<>();

    private SimulationThread() {}

    /** What happens in a thread. */
    public interface Run {
        /** Whether it goes on in the calling thread, outside of turns. */
        boolean isHere();

        /**
         * Lets one event happen. For that thread.
         *
         * @return whether there was one that needs no time to pass
         */
        boolean drive();

        /** The executors for promises of no actor system, made by {@link OutsideExecutors#ofSimulation}. For that thread. */
        OutsideExecutors executors();
    }

    /**
     * A run goes on in the calling thread from now on, until it says that it does not or nobody refers to it any more.
     *
     * @param run the last one counts
     */
    public static void enter(Run run) {
        WeakReference<Run> before = ENTERED.get();
        if (before == null || before.get() != run) {
            ENTERED.set(new WeakReference<>(run));
        }
    }

    /** What happens in the calling thread, or null. */
    public static @Nullable Run current() {
        WeakReference<Run> entered = ENTERED.get();
        Run run = entered == null ? null : entered.get();
        return run != null && run.isHere() ? run : null;
    }
}
