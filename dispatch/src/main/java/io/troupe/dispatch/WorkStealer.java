// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import java.util.function.LongSupplier;

/**
 * What a worker without work does for others: it steals from open backlogs, and takes over cells that wait behind messages that
 * do not get ahead ({@link ReliefDuty}). The worker's thread only, except where a method says otherwise.
 */
final class WorkStealer {
    /** The worker sleeps until it is woken. */
    static final long FOREVER = Long.MAX_VALUE;
    /** A message that does not get ahead for so long may take for ever; one of a lively conversation takes a thousandth. */
    static final long MOMENT_NANOS = 30_000;
    /** Between two looks at a message that may be a long one. */
    private static final int SPINS = 16;
    /** The clock may jump for other reasons: somebody stopped all threads, or this one. */
    private static final long LONGEST_STEP_NANOS = MOMENT_NANOS / 8;
    /** Longer than a store stays in a processor's buffer: see {@link ReliefDuty}. */
    private static final int FLUSHING_SPINS = 64;

    private final WorkerGroup group;
    private final int index;
    private final WorkerQueues queues;
    private final WorkerCounters counters;
    /** Whether cells may run away from home. */
    private final boolean steals;

    private final BacklogPatience patience = new BacklogPatience();
    /** Whether this worker is the one that looks after others while it sleeps. */
    private boolean onDuty;

    /**
     * Nothing is stolen yet.
     *
     * @param index of the worker
     * @param queues of the worker: where stolen cells go
     */
    WorkStealer(WorkerGroup group, int index, WorkerQueues queues, WorkerCounters counters) {
        this.group = group;
        this.index = index;
        this.queues = queues;
        this.counters = counters;
        this.steals = group.policy().steals();
    }

    /** Whether any of the worker's sources has something for it. Any thread. */
    boolean hasWork() {
        return !queues.inbox.isEmpty() || (steals && !group.isCrossTrafficHeavy() && group.hasBacklog(index));
    }

    // ---- backlogs of others ----------------------------------------------------------------------------------------

    /** Tries one other worker, the next of those whose backlog is open. Returns whether there is something to run now. */
    boolean steal() {
        group.lookAtCrossTraffic();
        for (int i = group.workers(); i > 0; i--) {
            Worker from = group.worker(counters.victim++);
            if (from.index() != index && from.isShared()) {
                return raid(from);
            }
        }
        return false;
    }

    private boolean raid(Worker from) {
        if (group.isCrossTrafficHeavy() && !patience.isOver(from.index(), from.queues().queue, System.nanoTime())) {
            return false;
        }
        if (from.queues().queue.stealInto(queues.queue, from.backlog()) == 0) {
            return false;
        }
        counters.steals++;
        counters.raids++;
        return true;
    }

    // ---- what waits behind messages of others ----------------------------------------------------------------------

    /**
     * Whether cells wait at a worker behind a message that does not get ahead for a moment. Looks at counters that this worker
     * writes with every message and turn; the worker itself notices nothing. Other threads only; spins for that moment at most,
     * and not at all where nobody waits.
     *
     * @param nanos the time
     */
    static boolean isHeldUp(Worker busy, LongSupplier nanos) {
        Cell cell = busy.hasWaiting() ? busy.thread().running() : null;
        if (cell == null) {
            return false;
        }
        long turn = busy.turns();
        int progress = cell.progress();
        long last = nanos.getAsLong();
        for (long held = 0; held < MOMENT_NANOS; ) {
            for (int i = SPINS; i > 0; i--) {
                Thread.onSpinWait();
            }
            // asks for what waits first: that is a volatile read, so that the others are not read once for all
            if (!busy.hasWaiting()
                    || busy.turns() != turn
                    || cell.progress() != progress
                    || busy.thread().running() != cell) {
                return false;
            }
            long now = nanos.getAsLong();
            held += Math.min(LONGEST_STEP_NANOS, now - last);
            last = now;
        }
        return true;
    }

    /**
     * Takes over what waits behind a message of another worker that does not get ahead, even a lone cell. Only while the own
     * queue is empty.
     *
     * @return whether there is something to run now
     */
    boolean relieve() {
        for (int i = 1; i < group.workers(); i++) {
            Worker other = group.worker(index + i);
            if (isHeldUp(other, System::nanoTime) && takeOver(other)) {
                return true;
            }
        }
        return false;
    }

    private boolean takeOver(Worker from) {
        queues.takeOver(from.queues());
        boolean got = false;
        for (int i = queues.queue.size(); i > 0; i--) { // others may be stealing from here already
            Cell cell = queues.queue.poll();
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
            queues.append(cell);
            got = true;
        }
        counters.steals += got ? 1 : 0;
        return got;
    }

    // ---- while the worker sleeps -----------------------------------------------------------------------------------

    /**
     * Looks after others before the thread sleeps, or goes on to sleep, if that is this worker's duty or it is called to it. After
     * it has announced that it sleeps.
     *
     * @return the time to sleep until the next look, in nanoseconds; {@link #FOREVER}: it sleeps until it is woken; 0: it has got
     *     something to do
     */
    long look() {
        if (!steals || !(onDuty || answers())) {
            return FOREVER;
        }
        if (relieve() || steal()) {
            return 0;
        }
        boolean waiting = group.hasWaiting(index);
        if (group.relief().goesOn(waiting) && (waiting || !group.isResting(index))) {
            return group.relief().nextPause();
        }
        endDuty();
        for (int i = FLUSHING_SPINS; i > 0; i--) {
            Thread.onSpinWait();
        }
        return group.hasWaiting(index) && answers() ? group.relief().nextPause() : FOREVER;
    }

    private boolean answers() {
        onDuty = (group.relief().isCalled() || group.hasWaiting(index))
                && group.relief().begin();
        return onDuty;
    }

    private void endDuty() {
        onDuty = false;
        group.relief().end();
    }

    /** The thread is about to work again, whatever woke it. */
    void wakesUp() {
        if (onDuty) {
            endDuty();
            group.callReliefAgain(index); // another one
        } else if (group.relief().recall()) {
            group.callReliefAgain(index);
        }
    }
}
