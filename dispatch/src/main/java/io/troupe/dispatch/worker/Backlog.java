// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.ReadyStack;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a worker: the cells in its queue and those in the inlet. The worker's thread appends and takes; others use
 * the inlet or, where that is allowed, take from the queue.
 */
abstract class Backlog extends WorkerLife {
    private static final int BACKLOG = 2;
    /** Messages that take so long, the slice of a usual turn, are worth a wake-up for whoever would wait behind them. */
    private static final int SLOW_NANOS = 1_000_000;

    final Policy policy;
    final RunQueue queue;

    /** Whether others may take from the backlog. Written by the balancer, or never. */
    private volatile boolean shared;

    /** Whether the running turn is that of a slow cell. Written by this thread, and for no other turns. */
    private volatile boolean slow;

    /**
     * Nothing.
     *
     * @param shared whether others may take from it from the beginning
     */
    Backlog(WorkerGroup group, String name, boolean shared) {
        super(group, name);
        this.policy = group.policy();
        this.queue = new RunQueue(policy.relocates());
        this.shared = shared;
    }

    /** Appends to the own queue. This thread only. */
    final void enqueue(Cell cell) {
        append(queue, cell);
        if (shared && queue.size() >= BACKLOG) {
            group.offerBacklog();
        }
    }

    /**
     * Hands a cell over from another thread. Known race: the group stops meanwhile. Here the cell is pushed first and the end
     * looked for then; who stops the group announces the end first and empties the inlet then. One of the two takes the cell.
     */
    final void inject(Cell cell) {
        inlet.push(cell);
        if (group.isStopped()) {
            abandonInjected();
        } else if (inlet.isAsleep()) {
            rouse();
        }
    }

    /** Ends the cells in the inlet, as nobody will run them. After the end of the group. Any thread. */
    final void abandonInjected() {
        Cell cell = inlet.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            group.abandon(cell);
            cell = following;
        }
    }

    @Override
    final void abandonWaiting() {
        do { // abandoning a cell may make others ready
            for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
                group.abandon(cell);
            }
            abandonInjected();
        } while (hasWaiting());
    }

    /** Appends to a queue of the calling thread's. */
    final void append(RunQueue to, Cell cell) {
        try {
            to.push(cell);
        } catch (OutOfMemoryError e) { // it cannot grow; the inlet links cells through themselves and needs no memory
            inlet.push(cell);
        }
    }

    /** Appends a chain of ready cells to a queue of the calling thread's. */
    private void appendAll(RunQueue to, @Nullable Cell first) {
        Cell cell = first;
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            append(to, cell);
            cell = following;
        }
    }

    final void takeInjected() {
        appendAll(queue, inlet.takeAll());
        if (shared && queue.size() > BACKLOG) {
            group.offerBacklog();
        }
    }

    /** A turn begins: if it may be a long one, others may help. This thread only. */
    final void turnBegins(Cell cell) {
        if (cell.serviceNanos() >= SLOW_NANOS) {
            slow = true;
            if (hasBacklog()) {
                group.offerBacklog();
            }
        }
    }

    /** This thread only. */
    final void turnEnds() {
        if (slow) {
            slow = false;
        }
    }

    /** Whether what comes now may have to wait for a long turn. Any thread; racy. */
    final boolean isSlow() {
        return slow;
    }

    // ---- of others

    /** Tries one other worker, the next of those whose backlog is open. This thread only. */
    final boolean steal() {
        for (int i = group.workers(); i > 0; i--) {
            Backlog from = group.worker(tally.victim++);
            if (from != this && from.isShared()) {
                return raid(from);
            }
        }
        return false;
    }

    private boolean raid(Backlog from) {
        if (from.queue.stealInto(queue, from.backlog()) == 0) {
            return false;
        }
        tally.steals++;
        tally.raids++;
        return true;
    }

    @Override
    final boolean hasWork() {
        return !inlet.isEmpty() || (policy.steals() && group.hasBacklog(this));
    }

    /** Whether nothing waits in the own queue. This thread only. */
    final boolean isQueueEmpty() {
        return queue.isEmpty();
    }

    final int queued() {
        return queue.size();
    }

    final boolean hasBacklog() {
        return shared && queue.size() >= backlog();
    }

    /** How many cells have to wait here before others take some: a lone one is as a rule part of a conversation. */
    private int backlog() {
        return slow ? 1 : BACKLOG;
    }

    /** Whether others may take from the backlog. Any thread. */
    final boolean isShared() {
        return shared;
    }

    /** Opens or closes the backlog to others. Any thread. */
    final void share(boolean open) {
        shared = open;
        if (open && hasBacklog()) {
            group.offerBacklog();
        }
    }

    final boolean hasWaiting() {
        return !queue.isEmpty() || !inlet.isEmpty();
    }

    /** Gives away what waits behind a stuck turn, into a queue of the calling thread's. */
    final void surrender(RunQueue to) {
        int taken;
        do {
            taken = queue.stealInto(to, 1);
        } while (taken > 0);
        appendAll(to, inlet.takeAll());
    }

    /** Gives away half of its queue, into a queue of the calling thread's. */
    final void surrenderHalf(RunQueue to) {
        queue.stealInto(to, 1);
    }
}
