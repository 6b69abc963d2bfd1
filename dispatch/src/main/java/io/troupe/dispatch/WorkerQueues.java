// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.ReadyStack;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a worker: the cells in its queue and those in its inbox. The thread that owns the worker appends and takes; others
 * use the inbox or, where that is allowed, take from the queue.
 */
final class WorkerQueues {
    final RunQueue queue;
    final WorkerInbox inbox;

    WorkerQueues(RunQueue queue, WorkerInbox inbox) {
        this.queue = queue;
        this.inbox = inbox;
    }

    /** Appends to the queue. The worker's thread only. */
    void append(Cell cell) {
        append(queue, cell);
    }

    /** Appends to a queue of the calling thread's. */
    private void append(RunQueue to, Cell cell) {
        try {
            to.push(cell);
        } catch (OutOfMemoryError e) { // it cannot grow; the inbox links cells through themselves and needs no memory
            inbox.push(cell);
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

    /** Takes what others have handed over to this worker into the queue. The worker's thread only. */
    void takeInjected() {
        appendAll(queue, inbox.takeAll());
    }

    /** Takes half of another worker's queue or, if that is empty, all of its inbox. The worker's thread only. */
    void takeOver(WorkerQueues from) {
        if (from.queue.stealInto(queue, 1) == 0) {
            appendAll(queue, from.inbox.takeAll());
        }
    }

    /** Whether cells wait. Any thread; racy. */
    boolean hasWaiting() {
        return !queue.isEmpty() || !inbox.isEmpty();
    }

    /** Gives everything away, into a queue of the calling thread's. */
    void moveAllTo(RunQueue to) {
        int taken;
        do {
            taken = queue.stealInto(to, 1);
        } while (taken > 0);
        appendAll(to, inbox.takeAll());
    }

    /** Gives away half of the queue, into a queue of the calling thread's. */
    void moveHalfTo(RunQueue to) {
        queue.stealInto(to, 1);
    }

    /** Ends the cells in the inbox, as nobody will run them. After the end of the group. Any thread. */
    void abandonInjected(WorkerGroup group) {
        Cell cell = inbox.takeAll();
        while (cell != null) {
            Cell following = ReadyStack.next(cell);
            group.abandon(cell);
            cell = following;
        }
    }

    /** The same for all cells that wait here. The worker's thread, and the last that it does. */
    void abandonAll(WorkerGroup group) {
        do { // abandoning a cell may make others ready
            for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
                group.abandon(cell);
            }
            abandonInjected(group);
        } while (hasWaiting());
    }
}
