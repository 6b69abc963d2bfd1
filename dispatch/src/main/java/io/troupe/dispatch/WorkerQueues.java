// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.ReadyStack;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a worker: the cells in its queue and those in the inlet. The worker's thread appends and takes; others use
 * the inlet or, where that is allowed, take from the queue.
 */
abstract class WorkerQueues extends WorkerLifecycle {
    private static final int BACKLOG = 2;
    /** Messages that take so long are worth a wake-up for whoever would wait behind them. */
    private static final int SLOW_NANOS = 1_000_000;
    /** A message that does not get ahead for so long may take for ever; one of a lively conversation takes a thousandth. */
    static final long MOMENT_NANOS = 30_000;
    /** Between two looks at a message that may be a long one. */
    private static final int SPINS = 16;
    /** The clock may jump for other reasons: somebody stopped all threads, or this one. */
    private static final long LONGEST_STEP_NANOS = MOMENT_NANOS / 8;
    /** Longer than a store stays in a processor's buffer: see {@link ReliefDuty}. */
    private static final int FLUSHING_SPINS = 64;

    final SchedulingPolicy policy;
    final RunQueue queue;

    private final int index;
    /** Whether others may take over what waits behind a message that does not end. */
    private final boolean relievable;
    /** Whether this worker is the one that looks after others while it sleeps. This thread only. */
    private boolean onDuty;

    /** Whether others may take from the backlog. Written by the balancer, or never. */
    private volatile boolean shared;

    /** Whether the running turn is that of a slow cell. Written by this thread, and for no other turns. */
    private volatile boolean slow;

    /**
     * Nothing.
     *
     * @param shared whether others may take from it from the beginning
     */
    WorkerQueues(WorkerGroup group, int index, String name, boolean shared) {
        super(group, name);
        this.index = index;
        this.policy = group.policy();
        this.relievable = policy.steals();
        this.queue = new RunQueue(policy.relocates());
        this.shared = shared;
    }

    /** Appends to the own queue. This thread only. */
    final void enqueue(Cell cell) {
        append(queue, cell);
        if (shared && queue.size() >= BACKLOG) {
            group.offerBacklog(index);
        } else if (relievable) {
            group.callRelief(index);
        }
    }

    /**
     * Hands a cell over from another thread. Known race: the group stops meanwhile. Here the cell is pushed first and the end
     * looked for then; who stops the group announces the end first and empties the inlet then. One of the two takes the cell.
     */
    final void inject(Cell cell) {
        inbox.push(cell);
        if (group.isStopped()) {
            abandonInjected();
        } else if (inbox.isAsleep()) {
            rouse();
        } else if (relievable && inbox.state() == WorkerInbox.BUSY) {
            group.callRelief(index);
        }
    }

    /** Ends the cells in the inlet, as nobody will run them. After the end of the group. Any thread. */
    final void abandonInjected() {
        Cell cell = inbox.takeAll();
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

    /**
     * Takes what others have handed over into the queue. This thread only.
     *
     * @param behind a cell that comes after all of that, or null
     */
    final void takeInjected(@Nullable Cell behind) {
        appendAll(queue, inbox.takeAll());
        if (behind != null) {
            append(queue, behind);
        }
        if (shared && queue.size() > BACKLOG) {
            group.offerBacklog(index);
        }
    }

    /** A turn begins: if it may be a long one, others may help. This thread only. */
    final void turnBegins(Cell cell) {
        if (cell.serviceNanos() >= SLOW_NANOS) {
            slow = true;
            if (hasBacklog()) {
                group.offerBacklog(index);
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

    // ---- what waits behind messages of others ----------------------------------------------------------------------

    /**
     * Whether cells wait here behind a message that does not get ahead for a moment. Looks at counters that this worker
     * writes with every message and turn; the worker itself notices nothing. Other threads only; spins for that moment at most,
     * and not at all where nobody waits.
     *
     * @param nanos the time
     */
    final boolean isHeldUp(LongSupplier nanos) {
        Cell cell = hasWaiting() ? thread.running() : null;
        if (cell == null) {
            return false;
        }
        long turn = counters.turns;
        int progress = cell.progress();
        long last = nanos.getAsLong();
        for (long held = 0; held < MOMENT_NANOS; ) {
            for (int i = SPINS; i > 0; i--) {
                Thread.onSpinWait();
            }
            // asks for what waits first: that is a volatile read, so that the others are not read once for all
            if (!hasWaiting() || counters.turns != turn || cell.progress() != progress || thread.running() != cell) {
                return false;
            }
            long now = nanos.getAsLong();
            held += Math.min(LONGEST_STEP_NANOS, now - last);
            last = now;
        }
        return true;
    }

    /**
     * Takes over what waits behind a message of another worker that does not get ahead, even a lone cell. This thread only, whose
     * own queue is empty.
     *
     * @return whether there is something to run now
     */
    final boolean relieve() {
        for (int i = 1; i < group.workers(); i++) {
            WorkerQueues other = group.worker(index + i);
            if (other.isHeldUp(System::nanoTime) && takeOver(other)) {
                return true;
            }
        }
        return false;
    }

    private boolean takeOver(WorkerQueues from) {
        if (from.queue.stealInto(queue, 1) == 0) {
            appendAll(queue, from.inbox.takeAll());
        }
        boolean got = false;
        for (int i = queue.size(); i > 0; i--) { // others may be stealing from here already
            Cell cell = queue.poll();
            if (cell == null) {
                break;
            }
            if (cell.isPinned()) {
                from.inject(cell);
                continue;
            }
            if (!cell.isAway()) {
                cell.sendAway(); // or it would be sent home
            }
            append(queue, cell);
            got = true;
        }
        counters.steals += got ? 1 : 0;
        return got;
    }

    /** One look while this worker sleeps, if that is its duty or it is called to it. */
    @Override
    final long look() {
        if (!relievable || !(onDuty || answers())) {
            return FOREVER;
        }
        if (relieve() || steal()) {
            return 0;
        }
        boolean waiting = group.hasWaiting(this);
        if (group.relief().goesOn(waiting) && (waiting || !group.isResting(this))) {
            return group.relief().nextPause();
        }
        endDuty();
        for (int i = FLUSHING_SPINS; i > 0; i--) {
            Thread.onSpinWait();
        }
        return group.hasWaiting(this) && answers() ? group.relief().nextPause() : FOREVER;
    }

    private boolean answers() {
        onDuty = (group.relief().isCalled() || group.hasWaiting(this))
                && group.relief().begin();
        return onDuty;
    }

    private void endDuty() {
        onDuty = false;
        group.relief().end();
    }

    @Override
    final void wakesUp() {
        if (onDuty) {
            endDuty();
            if (group.hasWaiting(this)) {
                group.callRelief(index); // another one
            }
        } else {
            group.relief().recall();
        }
    }

    // ---- backlogs of others ----------------------------------------------------------------------------------------

    /** Tries one other worker, the next of those whose backlog is open. This thread only. */
    final boolean steal() {
        for (int i = group.workers(); i > 0; i--) {
            WorkerQueues from = group.worker(counters.victim++);
            if (from != this && from.isShared()) {
                return raid(from);
            }
        }
        return false;
    }

    private boolean raid(WorkerQueues from) {
        if (from.queue.stealInto(queue, from.backlog()) == 0) {
            return false;
        }
        counters.steals++;
        counters.raids++;
        return true;
    }

    @Override
    final boolean hasWork() {
        return !inbox.isEmpty() || (policy.steals() && group.hasBacklog(this));
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
            group.offerBacklog(index);
        }
    }

    final int index() {
        return index;
    }

    final boolean hasWaiting() {
        return !queue.isEmpty() || !inbox.isEmpty();
    }

    /** Gives away what waits behind a stuck turn, into a queue of the calling thread's. */
    final void surrender(RunQueue to) {
        int taken;
        do {
            taken = queue.stealInto(to, 1);
        } while (taken > 0);
        appendAll(to, inbox.takeAll());
    }

    /** Gives away half of its queue, into a queue of the calling thread's. */
    final void surrenderHalf(RunQueue to) {
        queue.stealInto(to, 1);
    }
}
