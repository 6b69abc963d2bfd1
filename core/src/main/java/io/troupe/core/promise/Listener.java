// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/**
 * Told once when a promise settles; a node of that promise's list of listeners until then. One listener belongs to one
 * promise.
 */
abstract class Listener extends Message {
    Listener() {}

    /**
     * The promise has settled. Runs on the settling thread: must be quick and must not throw.
     *
     * @param outcome value or failure, see {@link Outcomes}
     * @return further listeners that are to be told the same outcome, oldest first, or null
     */
    abstract @Nullable Listener onSettled(Object outcome);

    /** Whether it counts as somebody who looks at the outcome; false for time limits and the like. */
    boolean hears() {
        return true;
    }

    /** Whether anybody in the list looks at the outcome. */
    static boolean isHeard(@Nullable Listener newest) {
        for (Listener at = newest; at != null; at = at.nextListener()) {
            if (at.hears()) {
                return true;
            }
        }
        return false;
    }

    /** The promise that does nothing but settle like the one it listens to, or null. */
    @Nullable
    DefaultPromise<?> following() {
        return null;
    }

    /** The executor whose order this listener keeps, or null if it is told at once, wherever its promise settles. */
    @Nullable
    CallbackExecutor order() {
        return null;
    }

    /** The link as it is: if another thread settles the promise meanwhile it leads anywhere. */
    final @Nullable Message anyLink() {
        return link();
    }

    @Override
    public void deliver(Object receiver) throws Throwable {
        throw new AssertionError("a listener of this kind runs on the settling thread only");
    }

    final @Nullable Listener nextListener() {
        return (Listener) link();
    }

    final void nextListener(@Nullable Listener next) {
        link(next);
    }

    /** Tells all listeners of the list, and those that they pass it on to, without recursion. */
    static void tellAll(Listener newest, Object outcome) {
        Listener work = oldestFirst(newest);
        while (work != null) {
            Listener rest = work.nextListener();
            work.nextListener(null);
            Listener more = work.onSettled(outcome);
            work = more == null ? rest : append(more, rest);
        }
    }

    static Listener oldestFirst(Listener newest) {
        Listener first = newest;
        Listener older = newest.nextListener();
        newest.nextListener(null);
        while (older != null) {
            Listener evenOlder = older.nextListener();
            older.nextListener(first);
            first = older;
            older = evenOlder;
        }
        return first;
    }

    private static Listener append(Listener first, @Nullable Listener rest) {
        if (rest != null) {
            Listener last = first;
            for (Listener next = last.nextListener(); next != null; next = last.nextListener()) {
                last = next;
            }
            last.nextListener(rest);
        }
        return first;
    }
}
