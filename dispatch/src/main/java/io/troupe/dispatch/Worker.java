// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.InlineRunner;
import io.troupe.dispatch.cell.TurnLimits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs ready cells on one thread, and is the home of the cells assigned to it. The thread pushes to its own queue; all others
 * use the inbox. The parts know no worker: {@link WorkerQueues} hold what waits, {@link WorkStealer} looks after other workers,
 * {@link WorkerLifecycle} knows where the thread comes from.
 */
final class Worker implements CellHome {
    /** Cells that have to wait here before others take some: a lone one is as a rule part of a conversation. */
    private static final int BACKLOG = 2;
    /** Messages that take so long are worth a wake-up for whoever would wait behind them. */
    private static final int SLOW_NANOS = 1_000_000;

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
    /** Processor time, about what each taking of a lock costs when two processors fight for it. */
    private static final long CHEAP_STEP_NANOS = 300;

    private final WorkerGroup group;
    private final int index;
    private final SchedulingPolicy policy;
    private final IdleStrategy idle;
    private final TurnLimits limits;
    /** Whether others may take over what waits behind a message that does not end. */
    private final boolean relievable;

    private final WorkerQueues queues;
    /** Those of the queues, a step nearer: the loop looks at them with every turn. */
    private final RunQueue queue;

    private final WorkerInbox inbox;
    final WorkerCounters counters = new WorkerCounters();
    private final WorkStealer stealer;
    private final WorkerLifecycle life;
    private final SearchPatience patience;
    /** Only where a balancer wants to know. */
    private final @Nullable WorkerSampler sampler;

    /** Whether others may take from the backlog. Written by the balancer, or never. */
    private volatile boolean shared;

    /** Whether the running turn is that of a slow cell. Written by this thread, and for no other turns. */
    private volatile boolean slow;

    /** Whether a message keeps the thread for too long. Written by the watchdog. */
    private volatile boolean stuck;

    Worker(WorkerGroup group, int index, String name, WorkerConfig config) {
        this.group = group;
        this.index = index;
        this.policy = group.policy();
        this.idle = config.idle();
        this.patience = SearchPatience.with(idle);
        this.limits = config.limits();
        this.relievable = policy.steals();
        this.shared = group.sharesBacklogs();
        this.queue = new RunQueue(policy.relocates());
        this.inbox = new WorkerInbox();
        this.queues = new WorkerQueues(queue, inbox);
        this.stealer = new WorkStealer(group, index, queues, counters);
        this.sampler = group.newSampler(index);
        this.life = new WorkerLifecycle(
                group,
                name,
                queues,
                stealer,
                counters,
                this::serve,
                (task, threadName) -> new WorkerThread(this, task, threadName));
    }

    // ---- made ready ------------------------------------------------------------------------------------------------

    @Override
    public void onReady(Cell cell) {
        Thread caller = Thread.currentThread();
        Worker by = caller instanceof WorkerThread other ? other.worker() : null;
        if (by == this && !slow) {
            cell.calledFromHome();
            cell.wokenFromOutside(false); // or a thief would keep it, and split a conversation for good
            noteCall(cell);
            enqueue(cell);
            return;
        }
        if (by != null && by.group != group) {
            by = null;
        }
        if (by != null) {
            by.counters.callsToOthers++;
            by.noteCall(cell);
        } else if (caller instanceof InlineRunner runner && staysOn(runner, cell)) {
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
    private boolean staysOn(InlineRunner runner, Cell cell) {
        boolean stays = isIdle() && policy.relocates() && runner.inlineTurns().take(cell);
        if (stays) {
            group.inlineTurnTaken();
        }
        return stays;
    }

    /**
     * {@link io.troupe.dispatch.cell.CellThread#contended}. Only if it could not be that all workers are busy with what is done
     * between: then they are worth more than the lock costs. This thread only.
     */
    void contended(Cell cell, long everyNanos) {
        if (everyNanos * group.workers() > CHEAP_STEP_NANOS) {
            return;
        }
        counters.contentions++;
        group.lookAtCrossTraffic();
        if (group.isCrossTrafficHeavy()) {
            cell.attract();
        }
    }

    /** A turn on this worker has made a cell ready. This thread only. */
    private void noteCall(Cell cell) {
        if (sampler != null) {
            sampler.called(cell);
        }
    }

    /** Appends to the own queue. This thread only. */
    void enqueue(Cell cell) {
        queues.append(cell);
        if (shared && queue.size() >= BACKLOG) {
            group.offerBacklog(index);
        } else if (relievable) {
            group.callRelief(index);
        }
    }

    /**
     * Hands a cell over from another thread. Known race: the group stops meanwhile. Here the cell is pushed first and the end
     * looked for then; who stops the group announces the end first and empties the inbox then. One of the two takes the cell.
     */
    void inject(Cell cell) {
        inbox.push(cell);
        if (group.isStopped()) {
            queues.abandonInjected(group);
        } else if (inbox.isAsleep()) {
            life.rouse();
        } else if (relievable && inbox.state() == WorkerInbox.BUSY) {
            group.callRelief(index);
        }
    }

    // ---- the loop ------------------------------------------------------------------------------------------------

    /**
     * Runs cells. Whatever is thrown here finds each cell either in a queue or in one of the two variables: what is called
     * with a cell puts it somewhere as its last action, and that does not fail.
     */
    private @Nullable Throwable serve() {
        WorkerThread self = life.thread(); // as long as this runs
        Cell cell = null;
        Cell kept = null;
        try {
            if (counters.started == 0) {
                counters.started = System.nanoTime() | 1; // never 0
            }
            noteWork();
            while (!group.isStopped()) {
                cell = next();
                if (cell != null) {
                    giveUp(kept);
                    kept = null;
                    kept = runTurn(self, cell);
                    cell = null;
                } else if (search(kept)) {
                    noteWork();
                    kept = stillKept(kept);
                } else {
                    giveUp(kept);
                    kept = null;
                    if (queue.isEmpty()) {
                        counters.raids = 0;
                        noteIdle();
                        queue.trim();
                        if (!life.sleep()) {
                            return null;
                        }
                        patience.slept(noteWork());
                    }
                }
            }
            giveUp(kept);
            kept = null;
            queues.abandonAll(group);
            return null;
        } catch (Throwable e) {
            keep(cell);
            keep(kept);
            return e;
        }
    }

    private void keep(@Nullable Cell cell) {
        if (cell != null) {
            queues.append(cell);
        }
    }

    private @Nullable Cell next() {
        if (!inbox.isEmpty()) {
            queues.takeInjected();
            offerBacklog();
        }
        return queue.poll();
    }

    /** Cells were taken out of the inbox: if they are more than this worker can run soon, others may help. */
    private void offerBacklog() {
        if (shared && queue.size() > BACKLOG) {
            group.offerBacklog(index);
        } else if (relievable && queue.size() > 1) {
            group.callRelief(index);
        }
    }

    /** Runs one turn; returns the cell if it has nothing more to do and this worker neither. */
    private @Nullable Cell runTurn(WorkerThread self, Cell cell) {
        if (!policy.runsHere(cell, this)) {
            handOver(cell);
            return null;
        }
        counters.turns++;
        long start = sampler != null && sampler.isTurnDue() ? System.nanoTime() : 0;
        boolean alive = true;
        boolean more = true;
        long before = cell.deliveredCount();
        TurnEvent recorded = TurnRecorder.begin();
        self.running(cell);
        try {
            turnBegins(cell);
            alive = cell.work(limits);
            more = alive && cell.hasWork();
        } catch (Throwable e) {
            alive = !cell.hasEnded();
            group.turnFailed(cell, e);
        } finally {
            self.running(null);
            turnEnds();
            Thread.interrupted(); // the turn's own; who wants to end this thread has stopped the group before
            if (recorded != null) {
                recorded.stop(cell, before);
            }
        }
        if (sampler != null) {
            long delivered = cell.deliveredCount() - before;
            sampler.delivered(delivered);
            if (start != 0) {
                sampler.ran(cell, System.nanoTime() - start, delivered, queue.size());
            }
        }
        return alive ? afterTurn(cell, more, before) : null;
    }

    /** A turn begins: if it may be a long one, others may help. */
    private void turnBegins(Cell cell) {
        if (cell.serviceNanos() >= SLOW_NANOS) {
            slow = true;
            if (hasBacklog()) {
                group.offerBacklog(index);
            }
        }
    }

    private void turnEnds() {
        if (slow) {
            slow = false;
        }
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
            if (!inbox.isEmpty()) {
                queues.takeInjected();
                queues.append(cell); // behind all of that: it has had its slice
                offerBacklog();
                return null;
            }
            if (queue.isEmpty() && isCheap(cell)) {
                gather(cell.deliveredCount() - deliveredBefore);
            }
            queues.append(cell);
            return null;
        }
        if (queue.isEmpty() && inbox.isEmpty() && policy.keepsIdleCell(cell)) {
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
            counters.gatherSpins = Math.min(MAX_GATHER_SPINS, counters.gatherSpins * 2 + 1);
        } else if (delivered > FULL_TURN) {
            counters.gatherSpins = Math.max(0, counters.gatherSpins - counters.gatherSpins / 8 - 1);
        }
        for (int i = counters.gatherSpins; i > 0; i--) {
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
            queues.append(cell);
        }
    }

    // ---- without work --------------------------------------------------------------------------------------------

    /**
     * Passes time until something is found (true) or it is time to park (false). An idle cell that is kept is polled meanwhile:
     * whoever sends to it finds it owned and has nothing to schedule, which makes a conversation across workers several
     * times faster.
     */
    private boolean search(@Nullable Cell kept) {
        boolean permitted = false;
        inbox.hint(WorkerInbox.SEARCHING);
        noteRest();
        try {
            for (int round = 0; !group.isStopped(); round++) {
                if (finds(kept, round)) {
                    patience.found(round);
                    return true;
                }
                if (!inbox.isWanted() || patience.isOver(round) || !idle.idle(round)) {
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
            return policy.steals() && stealer.steal(); // the strategy may have given up before the first probe
        } finally { // the idle strategy is the user's and may throw
            if (permitted) {
                group.stopSearching();
            }
            inbox.hint(WorkerInbox.BUSY);
        }
    }

    private boolean finds(@Nullable Cell kept, int round) {
        return (kept != null && kept.hasWork())
                || !inbox.isEmpty()
                || (isStealRound(round)
                        && (stealer.steal() || (round % RELIEVE_EVERY == RELIEVE_EVERY - 1 && stealer.relieve())));
    }

    /** Schedules a cell that has got something to do meanwhile. */
    private @Nullable Cell stillKept(@Nullable Cell kept) {
        if (kept == null || !kept.hasWork()) {
            return kept;
        }
        queues.append(kept);
        return null;
    }

    private void noteRest() {
        if (sampler != null) {
            sampler.rested();
        }
    }

    private void noteIdle() {
        counters.idleBegins();
        if (sampler != null) {
            sampler.idle();
        }
    }

    /** Returns for how long there was nothing to do. */
    private long noteWork() {
        if (sampler != null) {
            sampler.endIdle();
        }
        return counters.idleEnds();
    }

    private boolean isStealRound(int round) {
        return policy.steals() && round % PROBE_EVERY == PROBE_EVERY - 1;
    }

    // ---- its thread ------------------------------------------------------------------------------------------------

    /** {@link WorkerLifecycle#start}. */
    boolean start() {
        return life.start();
    }

    /** {@link WorkerLifecycle#retire}. */
    void retire() {
        life.retire();
    }

    /** {@link WorkerLifecycle#rouse}. */
    void rouse() {
        life.rouse();
    }

    /** {@link WorkerLifecycle#wake}. */
    boolean wake() {
        return life.wake();
    }

    /** {@link WorkerLifecycle#nudge}. */
    boolean nudge() {
        return life.nudge();
    }

    /** The thread that owns the worker now. Any thread; racy. */
    WorkerThread thread() {
        return life.thread();
    }

    // ---- what waits, seen by others --------------------------------------------------------------------------------

    /** What waits here: for who takes it over. */
    WorkerQueues queues() {
        return queues;
    }

    /** Looks after other workers while this one has nothing to do. This thread only. */
    WorkStealer stealer() {
        return stealer;
    }

    boolean hasWaiting() {
        return queues.hasWaiting();
    }

    /** Whether nothing waits in the own queue. This thread only. */
    boolean isQueueEmpty() {
        return queue.isEmpty();
    }

    int queued() {
        return queue.size();
    }

    boolean hasBacklog() {
        return shared && queue.size() >= backlog();
    }

    /** How many cells have to wait here before others take some. */
    int backlog() {
        return slow ? 1 : BACKLOG;
    }

    /** Whether others may take from the backlog. Any thread. */
    boolean isShared() {
        return shared;
    }

    /** Opens or closes the backlog to others. Any thread. */
    void share(boolean open) {
        shared = open;
        if (open && hasBacklog()) {
            group.offerBacklog(index);
        }
    }

    // ---- seen by others ------------------------------------------------------------------------------------------

    int index() {
        return index;
    }

    /** Whether what comes now may have to wait for a long turn. Any thread; racy. */
    boolean isSlow() {
        return slow;
    }

    /** Whether this worker has nothing to do at the moment, be it for want of a thread. Any thread; racy. */
    boolean isIdle() {
        return inbox.state() != WorkerInbox.BUSY;
    }

    /** How often this worker had to steal since it slept the last time. This thread only. */
    int raids() {
        return counters.raids;
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
    WorkerSampler requireSampler() {
        return Objects.requireNonNull(sampler, "sampler");
    }

    long turns() {
        return counters.turns;
    }

    /** Whether the worker has a thread. Any thread; racy. */
    boolean isRunning() {
        return !inbox.isRetired();
    }

    /** Whether there is nothing to watch here: parked, or retired with nothing waiting. Any thread; racy. */
    boolean isResting() {
        int state = inbox.state();
        return state == WorkerInbox.PARKED || (state == WorkerInbox.RETIRED && inbox.isEmpty());
    }

    WorkerStats stats() {
        int state = group.isStopped() && !life.thread().isAlive() ? WorkerInbox.RETIRED : inbox.state();
        return new WorkerStats(
                index,
                counters.turns,
                counters.steals,
                counters.parks,
                queue.size(),
                state == WorkerInbox.PARKED,
                state != WorkerInbox.RETIRED,
                counters.busyNanos());
    }
}
