// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/**
 * Told once when a promise settles; a node of that promise's list of listeners until then. One listener belongs to one
 * promise.
 */
abstract class SettleListener extends Message {
    SettleListener() {}

    /**
     * The promise has settled. Runs on the settling thread: must be quick and must not throw.
     *
     * @param outcome value or failure, see {@link OutcomeCodec}
     * @return further listeners that are to be told the same outcome, oldest first, or null
     */
    abstract @Nullable SettleListener onSettled(Object outcome);

    /** Whether it counts as somebody who looks at the outcome; false for time limits and the like. */
    boolean hears() {
        return true;
    }

    /** Whether anybody in the list looks at the outcome. */
    static boolean isHeard(@Nullable SettleListener newest) {
        for (SettleListener at = newest; at != null; at = at.nextListener()) {
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

    final @Nullable SettleListener nextListener() {
        return (SettleListener) link();
    }

    final void nextListener(@Nullable SettleListener next) {
        link(next);
    }

    /** Tells all listeners of the list, and those that they pass it on to, without recursion. */
    static void tellAll(SettleListener newest, Object outcome) {
        SettleListener work = oldestFirst(newest);
        while (work != null) {
            SettleListener rest = work.nextListener();
            work.nextListener(null);
            SettleListener more = work.onSettled(outcome);
            work = more == null ? rest : append(more, rest);
        }
    }

    static SettleListener oldestFirst(SettleListener newest) {
        SettleListener first = newest;
        SettleListener older = newest.nextListener();
        newest.nextListener(null);
        while (older != null) {
            SettleListener evenOlder = older.nextListener();
            older.nextListener(first);
            first = older;
            older = evenOlder;
        }
        return first;
    }

    private static SettleListener append(SettleListener first, @Nullable SettleListener rest) {
        if (rest != null) {
            SettleListener last = first;
            for (SettleListener next = last.nextListener(); next != null; next = last.nextListener()) {
                last = next;
            }
            last.nextListener(rest);
        }
        return first;
    }
}
