// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Settles promises that depend on each other one after the other: what a step would settle in turn comes after it and not
 * inside of it, so that a long chain does not recurse. Any thread.
 */
final class Cascade {
    /** Steps that wait for the one which the thread is in. */
    private static final ThreadLocal<@Nullable ArrayDeque<Runnable>> WAITING = new ThreadLocal<>();

    private Cascade() {}

    /**
     * Takes a step, at once or when those have ended which the calling thread has begun.
     *
     * @param step must not throw
     */
    static void take(Runnable step) {
        ArrayDeque<Runnable> outer = WAITING.get();
        if (outer != null) {
            outer.add(step);
            return;
        }
        ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        WAITING.set(waiting);
        try {
            for (Runnable next = step; next != null; next = waiting.poll()) {
                next.run();
            }
        } finally {
            WAITING.remove();
        }
    }
}
