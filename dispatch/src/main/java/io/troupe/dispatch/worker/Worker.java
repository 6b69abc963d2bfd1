// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.GuestThread;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.gauge.Gauge;
import io.troupe.dispatch.idle.IdleStrategy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs ready cells, and the home of the cells assigned to it. The thread pushes to its own queue; all
 * others use the inlet. {@link Backlog} holds what waits, {@link WorkerLife} knows
 * where the thread comes from.
 */
final class Worker extends Backlog implements Ready {
    private static final int PROBE_EVERY = 32;
    /** Rounds between two looks for cells that wait behind a message; a multiple of the above. */
    private static final int RELIEVE_EVERY = 256;
    /** Idle rounds that every worker may spin; beyond them only half of the workers at a time do. */
    private static final int FREE_ROUNDS = 200;
    /** Fewer messages than this in a turn are hardly worth its price. */
    private static final int SMALL_TURN = 64;
    /** More than this, and there is no need to wait for them. */
    private static final int FULL_TURN = 400;

    private static final int MAX_GATHER_SPINS = 255;

    private final IdleStrategy idle;
    private final TurnLimits limits;
    /** Only where a balancer wants to know. */
    private final @Nullable Gauge gauge;

    /** Whether a message keeps the thread for too long. Written by the watchdog. */
    private volatile boolean stuck;

    Worker(WorkerGroup group, int index, String name, WorkerConfig config) {
        super(group, index, name, group.sharesBacklogs());
        this.idle = config.idle();
        this.limits = config.limits();
        this.gauge = group.newGauge(index);
    }

    @Override
    WorkerThread newThread(String threadName) {
        return new WorkerThread(this, threadName);
    }

    @Override
    public void onReady(Cell cell) {
        Thread caller = Thread.currentThread();
        if (caller == thread && !isSlow()) {
            cell.calledFromHome();
            cell.wokenFromOutside(false); // or a thief would linger with it, and split a conversation for good
            noteCall(cell);
            enqueue(cell);
            return;
        }
        Worker by = caller instanceof WorkerThread other && other.worker().group == group ? other.worker() : null;
        if (by != null) {
            by.noteCall(cell);
        } else if (caller instanceof GuestThread guest && staysWith(guest, cell)) {
            return;
        }
        cell.wokenFromOutside(by == null);
        Worker chosen = policy.place(cell, this, by);
        if (chosen == by) {
            by.enqueue(cell);
        } else {
            chosen.inject(cell);
        }
    }

    /**
     * Whether a short turn on the calling thread is to save waking this worker; also if it is still searching, as what the turn
     * sends would have to wake the calling thread in return. All workers may sleep meanwhile, and so may who watches over turns.
     */
    private boolean staysWith(GuestThread guest, Cell cell) {
        boolean stays = isIdle() && policy.relocates() && guest.guestTurns().take(cell);
        if (stays) {
            group.guestTaken();
        }
        return stays;
    }

    /** A turn on this worker has made a cell ready. This thread only. */
    private void noteCall(Cell cell) {
        if (gauge != null) {
            gauge.called(cell);
        }
    }

    // ---- the loop ------------------------------------------------------------------------------------------------

    /**
     * Runs cells. Whatever is thrown here finds each cell either in a queue or in one of the two variables: what is called
     * with a cell puts it somewhere as its last action, and that does not fail.
     */
    @Override
    @Nullable
    Throwable serve() {
        Cell cell = null;
        Cell lingering = null;
        try {
            if (tally.started == 0) {
                tally.started = System.nanoTime() | 1; // never 0
            }
            noteWork();
            while (!group.isStopped()) {
                cell = next();
                if (cell != null) {
                    giveUp(lingering);
                    lingering = null;
                    lingering = runTurn(cell);
                    cell = null;
                } else if (search(lingering)) {
                    noteWork();
                    lingering = stillLingering(lingering);
                } else {
                    giveUp(lingering);
                    lingering = null;
                    if (queue.isEmpty()) {
                        tally.raids = 0;
                        noteIdle();
                        queue.trim();
                        if (!sleep()) {
                            return null;
                        }
                        noteWork();
                    }
                }
            }
            giveUp(lingering);
            lingering = null;
            abandonWaiting();
            return null;
        } catch (Throwable e) {
            keep(cell);
            keep(lingering);
            return e;
        }
    }

    private void keep(@Nullable Cell cell) {
        if (cell != null) {
            append(queue, cell);
        }
    }

    private @Nullable Cell next() {
        if (!inlet.isEmpty()) {
            takeInjected(null);
        }
        return queue.poll();
    }

    /** Runs one turn; returns the cell if it has nothing more to do and this worker neither. */
    private @Nullable Cell runTurn(Cell cell) {
        if (!policy.runsHere(cell, this)) {
            handOver(cell);
            return null;
        }
        tally.turns++;
        long start = gauge != null && gauge.isTurnDue() ? System.nanoTime() : 0;
        boolean alive = true;
        boolean more = true;
        long before = cell.deliveredCount();
        TurnEvent recorded = TurnRecorder.begin();
        thread.running(cell);
        try {
            turnBegins(cell);
            alive = cell.work(limits);
            more = alive && cell.hasWork();
        } catch (Throwable e) {
            alive = !cell.hasEnded();
            group.turnFailed(cell, e);
        } finally {
            thread.running(null);
            turnEnds();
            Thread.interrupted(); // the turn's own; who wants to end this thread has stopped the group before
            if (recorded != null) {
                recorded.stop(cell, before);
            }
        }
        if (gauge != null) {
            long delivered = cell.deliveredCount() - before;
            gauge.delivered(delivered);
            if (start != 0) {
                gauge.ran(cell, System.nanoTime() - start, delivered, queue.size());
            }
        }
        return alive ? afterTurn(cell, more, before) : null;
    }

    /** Passes on a cell that lives elsewhere: straight there, without asking again where it is best scheduled. */
    private void handOver(Cell cell) {
        if (cell.home() instanceof Worker home && home.group == group) {
            home.inject(cell);
        } else {
            cell.home().onReady(cell);
        }
    }

    private @Nullable Cell afterTurn(Cell cell, boolean more, long deliveredBefore) {
        if (more) {
            if (!inlet.isEmpty()) {
                takeInjected(cell); // it has had its slice
                return null;
            }
            if (queue.isEmpty() && isCheap(cell)) {
                gather(cell.deliveredCount() - deliveredBefore);
            }
            append(queue, cell);
            return null;
        }
        if (queue.isEmpty() && inlet.isEmpty() && policy.lingers(cell)) {
            return cell;
        }
        giveUp(cell);
        return null;
    }

    /**
     * Waits a moment when a cell that is alone here gets its messages one by one as fast as it takes them: then sender
     * and worker fight for the line of the inbox's head with every message. After the moment a whole chain is taken for
     * the price of one. The moment grows while turns stay small and shrinks when they do not. A turn that has delivered
     * nothing has put a long chain in order: there is enough to do.
     */
    private void gather(long delivered) {
        if (delivered == 0) {
            return;
        }
        if (delivered < SMALL_TURN) {
            tally.gatherSpins = Math.min(MAX_GATHER_SPINS, tally.gatherSpins * 2 + 1);
        } else if (delivered > FULL_TURN) {
            tally.gatherSpins = Math.max(0, tally.gatherSpins - tally.gatherSpins / 8 - 1);
        }
        for (int i = tally.gatherSpins; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** Whether a slice has room for many of the cell's messages, so that a turn of few has ended for want of them. */
    private boolean isCheap(Cell cell) {
        return (long) cell.serviceNanos() * SMALL_TURN < limits.sliceNanos();
    }

    private void giveUp(@Nullable Cell cell) {
        if (cell == null) {
            return;
        }
        boolean gone = true; // what can fail is a mailbox, and that is asked after the cell has been given up
        try {
            gone = cell.rest();
        } catch (Throwable e) {
            group.turnFailed(cell, e);
        }
        if (!gone) {
            append(queue, cell);
        }
    }

    // ---- without work --------------------------------------------------------------------------------------------

    /**
     * Passes time until something is found (true) or it is time to park (false). A cell that lingers is polled meanwhile:
     * whoever sends to it finds it owned and has nothing to schedule, which makes a conversation across workers several
     * times faster.
     */
    private boolean search(@Nullable Cell lingering) {
        boolean permitted = false;
        inlet.hint(Inlet.SEARCHING);
        noteRest();
        try {
            for (int round = 0; !group.isStopped(); round++) {
                if (finds(lingering, round)) {
                    return true;
                }
                if (!inlet.isWanted() || !idle.idle(round)) {
                    break;
                }
                if (round == FREE_ROUNDS) {
                    noteIdle();
                    permitted = group.startSearching();
                    if (!permitted) {
                        break;
                    }
                }
            }
            return policy.steals() && steal(); // the strategy may have given up before the first probe
        } finally { // the idle strategy is the user's and may throw
            if (permitted) {
                group.stopSearching();
            }
            inlet.hint(Inlet.BUSY);
        }
    }

    private boolean finds(@Nullable Cell lingering, int round) {
        return (lingering != null && lingering.hasWork())
                || !inlet.isEmpty()
                || (isStealRound(round) && (steal() || (round % RELIEVE_EVERY == RELIEVE_EVERY - 1 && relieve())));
    }

    /** Schedules a cell that has got something to do meanwhile. */
    private @Nullable Cell stillLingering(@Nullable Cell lingering) {
        if (lingering == null || !lingering.hasWork()) {
            return lingering;
        }
        append(queue, lingering);
        return null;
    }

    private void noteRest() {
        if (gauge != null) {
            gauge.rested();
        }
    }

    private void noteIdle() {
        tally.idleBegins();
        if (gauge != null) {
            gauge.idle();
        }
    }

    private void noteWork() {
        tally.idleEnds();
        if (gauge != null) {
            gauge.endIdle();
        }
    }

    private boolean isStealRound(int round) {
        return policy.steals() && round % PROBE_EVERY == PROBE_EVERY - 1;
    }

    // ---- seen by others ------------------------------------------------------------------------------------------

    /** Whether this worker has nothing to do at the moment, be it for want of a thread. Any thread; racy. */
    boolean isIdle() {
        return inlet.state() != Inlet.BUSY;
    }

    /** How often this worker had to steal since it slept the last time. This thread only. */
    int raids() {
        return tally.raids;
    }

    /** Whether cells can be expected to run here soon. Any thread. */
    boolean isAvailable() {
        return !stuck && isRunning();
    }

    /** Whether a message has kept the thread for too long. Any thread. */
    boolean isStuck() {
        return stuck;
    }

    /** A message keeps the thread, or no longer does. The watchdog. */
    void stuck(boolean now) {
        if (stuck != now) {
            stuck = now;
        }
    }

    WorkerGroup group() {
        return group;
    }

    /** What a balanced group's workers have. */
    Gauge requireGauge() {
        return Objects.requireNonNull(gauge, "gauge");
    }

    /** The thread that owns the worker now. Any thread; racy. */
    WorkerThread thread() {
        return thread;
    }

    long turns() {
        return tally.turns;
    }

    /** Whether the worker has a thread. Any thread; racy. */
    boolean isRunning() {
        return !inlet.isRetired();
    }

    /** Whether there is nothing to watch here: parked, or retired with nothing waiting. Any thread; racy. */
    boolean isResting() {
        int state = inlet.state();
        return state == Inlet.PARKED || (state == Inlet.RETIRED && inlet.isEmpty());
    }

    WorkerStats stats() {
        int state = inlet.state();
        return new WorkerStats(
                index(),
                tally.turns,
                tally.steals,
                tally.parks,
                queue.size(),
                state == Inlet.PARKED,
                state != Inlet.RETIRED,
                tally.busyNanos());
    }
}
