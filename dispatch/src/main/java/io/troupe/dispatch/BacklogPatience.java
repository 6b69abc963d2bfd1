// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/**
 * How long a thief lets the cells of a backlog wait that get ahead. It notes where the backlog ends; if the owner has come to
 * that place before {@link WorkStealer#MOMENT_NANOS} have passed, nobody has waited for longer, and it notes the new end. The
 * thief's thread only.
 */
final class BacklogPatience {
    private int watched = WorkerGroup.NOBODY;
    private long end;
    private long since;

    /**
     * Whether cells have waited for too long.
     *
     * @param worker index of the worker whose backlog it is
     * @param queue its backlog
     * @param now {@link System#nanoTime}
     */
    boolean isOver(int worker, RunQueue queue, long now) {
        if (watched != worker || queue.hasTaken(end)) {
            watched = worker;
            end = queue.end();
            since = now;
            return false;
        }
        return now - since >= WorkStealer.MOMENT_NANOS;
    }
}
