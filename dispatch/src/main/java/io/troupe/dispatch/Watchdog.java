// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.InlineTurns;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks from time to time whether a worker is still in the same message as before; reports it, and moves what waits
 * behind it to other workers if the policy lets cells run elsewhere. Sleeps without ticking while all workers are
 * parked.
 */
final class Watchdog implements Runnable {
    private static final int IDLE_TICKS_UNTIL_SLEEP = 20;
    private static final int LOOKS_UNTIL_RELIEF = 8;
    private static final int LOOKS_UNTIL_REVIVAL = 8;
    /** A message that does not get ahead for so long is worth a thread for who waits behind it. */
    private static final long LONG_NANOS = 1_000_000;

    private final WorkerGroup group;
    private final Worker[] workers;
    private final Watch[] watches;
    /** Pauses while it looks after cells that wait ({@link ReliefDuty}). */
    private final Watch[] briefWatches;

    /** What was seen of loops that ran cells of these workers. */
    private final Map<InlineTurns, Watch> inlineTurns = new WeakHashMap<>();

    private final long stuckNanos;
    private final long reportNanos;
    private final Thread thread;
    /** Where stolen cells pass through; this thread's own. */
    private final RunQueue rescued = new RunQueue(false);

    /** Written by this thread; read by workers that leave their sleep. */
    private volatile boolean asleep;

    /** Set by any thread, cleared by this one. */
    private volatile boolean hurried;

    /**
     * Cells that loops have taken in since the last look. Known race: a loop takes one in while this thread falls asleep. The
     * loop sets this and then looks whether the thread sleeps; the thread announces its sleep and then looks here (Dekker).
     */
    private volatile boolean inlineTurnTaken;

    /** Whether this thread is the one that looks out. This thread only. */
    private boolean onDuty;

    Watchdog(WorkerGroup group, Worker[] workers, WorkerConfig config) {
        this.group = group;
        this.workers = workers;
        this.stuckNanos = TimeUnit.NANOSECONDS.convert(config.stuckAfter());
        this.reportNanos = TimeUnit.NANOSECONDS.convert(config.reportAfter());
        this.watches = watches(workers.length);
        this.briefWatches = watches(workers.length);
        this.thread = new Thread(null, this, config.name() + "-watchdog", 0, false);
        thread.setDaemon(true);
    }

    private static Watch[] watches(int count) {
        Watch[] watches = new Watch[count];
        for (int i = 0; i < count; i++) {
            watches[i] = new Watch();
        }
        return watches;
    }

    Thread thread() {
        return thread;
    }

    /** Called when there is something to watch again. Any thread. */
    void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    /** A loop has taken a cell in. That loop's thread. */
    void inlineTurnTaken() {
        if (!inlineTurnTaken) {
            inlineTurnTaken = true;
        }
        wake();
    }

    /** Cells may wait behind a long message, and only a worker without a thread could take them over. Any thread. */
    void hurry() {
        hurried = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        int idleTicks = 0;
        while (!group.isStopped()) {
            idleTicks = isQuiet() ? idleTicks + 1 : 0;
            inlineTurnTaken = false;
            if (idleTicks > IDLE_TICKS_UNTIL_SLEEP) {
                sleep();
                idleTicks = 0;
            }
            try {
                lookAtAll(rest(stuckNanos / 2));
            } catch (Throwable e) {
                // Without memory, say, it sees nothing this time. The next look is a new one.
                LockSupport.parkNanos(this, LONG_NANOS);
            }
        }
    }

    private void lookAtAll(long now) {
        for (int i = 0; i < workers.length; i++) {
            look(workers[i], watches[i], now);
        }
        lookAtInlineTurns(now);
    }

    private void sleep() {
        asleep = true;
        if (isQuiet() && !group.isStopped()) { // looked again after the announcement: no wake-up is lost
            LockSupport.park(this);
        }
        asleep = false;
    }

    private boolean isQuiet() {
        return group.allParked() && !inlineTurnTaken && inlineTurns.isEmpty();
    }

    /** Passes the time until the next look, on relief duty if it is called to it. Returns the time afterwards. */
    private long rest(long nanos) {
        long now = System.nanoTime();
        for (long end = now + nanos; now - end < 0 && !group.isStopped(); now = System.nanoTime()) {
            if (hurried) {
                hurried = false;
                onDuty |= group.relief().begin();
            }
            if (onDuty && !looksOut(now)) {
                onDuty = false;
                for (Watch watch : briefWatches) {
                    watch.cell = null; // it may have ended
                }
                group.relief().end();
                group.callReliefAgain(WorkerGroup.NOBODY); // a worker may sleep meanwhile, or only this thread can help
            }
            if (!hurried) {
                LockSupport.parkNanos(this, onDuty ? ReliefDuty.LONGEST_PAUSE : end - now);
            }
        }
        return now;
    }

    /** One look for cells behind long messages, for which a worker is given a thread. Returns whether there is to be another. */
    private boolean looksOut(long now) {
        boolean waiting = false;
        for (int i = 0; i < workers.length; i++) {
            Worker worker = workers[i];
            Cell cell = worker.hasWaiting() ? worker.thread().running() : null;
            waiting |= worker.hasWaiting();
            if (cell == null || briefWatches[i].moved(worker, cell)) {
                briefWatches[i].restart(worker, cell, now, reportNanos);
            } else if (now - briefWatches[i].since >= LONG_NANOS) {
                Worker idle = group.idleBeside(worker);
                if (idle != null) {
                    group.startFor(idle);
                    worker.queues().moveAllTo(rescued);
                    handOn(worker, idle);
                }
            }
        }
        return group.relief().goesOn(waiting) && group.canRevive();
    }

    /** Turns of these workers' cells on loops: nothing can be moved away from there, but somebody should know. */
    private void lookAtInlineTurns(long now) {
        for (InlineTurns each : InlineTurns.all()) {
            Cell cell = each.running();
            if (cell != null && isAtHome(cell)) {
                look(each, cell, inlineTurns.computeIfAbsent(each, any -> new Watch()), now);
            } else {
                inlineTurns.remove(each);
            }
        }
    }

    private boolean isAtHome(Cell cell) {
        return cell.home() instanceof Worker worker
                && worker.index() < workers.length
                && workers[worker.index()] == worker;
    }

    private void look(InlineTurns loop, Cell cell, Watch watch, long now) {
        if (watch.moved(loop.turns(), cell)) {
            watch.restart(loop.turns(), cell, now, reportNanos);
            return;
        }
        long seen = now - watch.since;
        Thread host = loop.thread();
        if (seen >= watch.nextReport && host != null) {
            watch.nextReport = seen * 2;
            List<StackTraceElement> stack = List.of(host.getStackTrace());
            if (loop.running() == cell && !watch.moved(loop.turns(), cell)) { // as for workers
                group.monitor().onStuck(cell, host, Duration.ofNanos(seen), stack);
            }
        }
    }

    private void look(Worker worker, Watch watch, long now) {
        if (worker.isShared()) {
            relieve(worker, watch);
        }
        if (watch.isForgotten(worker)) {
            worker.rouse();
        }
        if (group.policy().steals() && worker.hasWaiting()) {
            group.callRelief(worker.index()); // what nobody called for, see there
        }
        WorkerThread thread = worker.thread();
        Cell cell = thread.running();
        if (cell == null || watch.moved(worker, cell)) {
            watch.restart(worker, cell, now, reportNanos);
            worker.stuck(false);
            return;
        }
        long seen = now - watch.since;
        watch.stuck = seen >= stuckNanos;
        if (!watch.stuck) {
            return;
        }
        worker.stuck(true);
        if (group.policy().relocates() && workers.length > 1 && worker.hasWaiting()) {
            rescue(worker);
        }
        if (seen >= watch.nextReport) {
            watch.nextReport = seen * 2;
            accuse(worker, watch, cell, seen);
        }
    }

    /**
     * Reports the message with its stack, unless the worker has got ahead meanwhile: then the stack may be somebody else's.
     * Asking for the stack is a safepoint of the worker's thread, so what is read afterwards is not older than the stack;
     * and as progress only grows, the same progress before and after means the same message.
     */
    private void accuse(Worker worker, Watch watch, Cell cell, long seen) {
        WorkerThread thread = worker.thread();
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        if (thread.running() == cell && !watch.moved(worker, cell)) {
            group.monitor().onStuck(cell, thread, Duration.ofNanos(seen), stack);
        }
    }

    /**
     * Shares what one worker has had waiting at every look for a while, though others sleep. Thieves leave a lone waiting
     * cell alone, as it is usually one side of a conversation; a queue that is never empty is none.
     */
    private void relieve(Worker worker, Watch watch) {
        watch.looksWithWaiting = worker.hasWaiting() ? watch.looksWithWaiting + 1 : 0;
        if (watch.looksWithWaiting >= LOOKS_UNTIL_RELIEF && group.hasParked()) {
            watch.looksWithWaiting = 0;
            worker.queues().moveHalfTo(rescued);
            handOn(worker);
        }
    }

    private void rescue(Worker stuck) {
        stuck.queues().moveAllTo(rescued);
        handOn(stuck);
    }

    private void handOn(Worker from) {
        int last = from.index();
        for (Cell cell = rescued.poll(); cell != null; cell = rescued.poll()) {
            Worker other = cell.isPinned() ? from : refuge(from, last);
            last = other.index();
            cell.sendAway(); // or it would be sent home
            other.inject(cell);
        }
        rescued.trim();
    }

    private void handOn(Worker from, Worker to) {
        for (Cell cell = rescued.poll(); cell != null; cell = rescued.poll()) {
            cell.sendAway(); // or it would be sent home
            (cell.isPinned() ? from : to).inject(cell);
        }
        rescued.trim();
    }

    /**
     * Who takes a cell over: the next one that has a thread and gets ahead; if there is none, one that is given a thread
     * by that. Where all are stuck the cell stays until the next look.
     */
    private Worker refuge(Worker from, int after) {
        Worker retired = null;
        for (int i = 1; i <= workers.length; i++) {
            Worker other = group.worker(after + i);
            if (other == from || watches[other.index()].stuck) {
                continue;
            }
            if (other.isRunning()) {
                return other;
            }
            retired = retired == null ? other : retired;
        }
        return retired == null ? from : retired;
    }

    /** What was seen of one worker at the last look. */
    private static final class Watch {
        private @Nullable Cell cell;
        private long turns;
        private int progress;
        private long since;
        private long nextReport;
        private int looksWithWaiting;
        private int looksWithoutThread;
        /** Whether the worker has been in one message for too long. */
        private boolean stuck;

        /** Whether cells keep waiting though the worker has no thread: one could not be started when they came. */
        boolean isForgotten(Worker worker) {
            looksWithoutThread = worker.isRunning() || !worker.hasWaiting() ? 0 : looksWithoutThread + 1;
            return looksWithoutThread > 0 && looksWithoutThread % LOOKS_UNTIL_REVIVAL == 0;
        }

        boolean moved(Worker worker, Cell now) {
            return moved(worker.turns(), now);
        }

        boolean moved(long turnsNow, Cell now) {
            return now != cell || turnsNow != turns || now.progress() != progress;
        }

        void restart(Worker worker, @Nullable Cell now, long nanos, long firstReport) {
            restart(worker.turns(), now, nanos, firstReport);
        }

        void restart(long turnsNow, @Nullable Cell now, long nanos, long firstReport) {
            cell = now;
            turns = turnsNow;
            progress = now == null ? 0 : now.progress();
            since = nanos;
            nextReport = firstReport;
            stuck = false;
        }
    }
}
