// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.cell.CellSystem;
import io.troupe.core.continuation.CallbackCell;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stage at work, or several fused ones: a cell whose messages are stretches of the ring. It is ready when the stages before it
 * have got further than itself. What its handlers send to full mailboxes holds it like an actor, and thereby the line.
 *
 * <p>The owner of the cell alone moves its sequence and knows how far those before it have come. A stage that blocks hands a
 * stretch to a helper thread, and is not ready until that has come back.
 */
final class StageCell<T> extends CallbackCell {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final CellSystem system;
    private final LineRing<T> ring;
    private final StageWork<T> work;
    private final boolean isBlocking;
    private final SequenceBarrier barrier;

    /** Whether it reads what publishers write, which may have gaps. */
    private final boolean isFirst;

    private final String address;
    private final Sequence sequence = new Sequence();
    private final StageExecutor executor;
    private final Message stretch = new Stretch();

    /** Those that it makes ready; set once, before the first element. */
    private StageCell<?>[] behind = {};

    /** Told of the end; and it counts elements if this is the gate, behind which slots are free. Set once, likewise. */
    private @Nullable Runnable onEnd;

    private boolean isGate;

    /** All cells of the line; of the entry only. Set once, likewise. */
    private List<Cell> makers = List.of(this);

    private Cell entry = this;

    /** How far those before it had come at the last look. Owner only. */
    private long reached = -1;

    /** The last one that those behind were woken for. Owner only. */
    private long woken = -1;

    /** Whether a helper thread has a stretch, or a channel has not taken an element so far. Written by the owner; read racily by those who look for work. */
    private volatile boolean isAway;

    /** Until a stretch that the helper threads have refused is offered again; each time twice as long. Owner only. */
    private long pause;

    private @Nullable Timeout pausing;

    /** Whether it was told that the helper threads refuse everything. Owner only. */
    private boolean isToldRefused;

    /** What a channel has not taken so far. Owner only. */
    private @Nullable Promise<Void> sending;

    /** Owner only; read racily for statistics. */
    private long batches;

    private long completed;
    private long skipped;

    StageCell(
            CellSystem system,
            LineRing<T> ring,
            CellHome home,
            StageMailbox<T> mailbox,
            StageWork<T> work,
            boolean isBlocking,
            Sequence... before) {
        super(home, mailbox);
        this.system = system;
        this.ring = ring;
        this.work = work;
        this.isBlocking = isBlocking;
        this.barrier = ring.barrier(before);
        this.isFirst = before.length == 0;
        this.address = "troupe://" + system.name() + "/line/" + ring.name() + "/" + work.name;
        this.executor = new StageExecutor(this, system);
        mailbox.of(this);
    }

    /** Before the first element. */
    void connect(StageCell<?>[] next, List<StageCell<T>> all, Runnable ended) {
        behind = next;
        isGate = next.length == 0;
        onEnd = ended;
        entry = all.get(0);
        if (entry == this) {
            makers = List.copyOf(all);
        }
    }

    Sequence sequence() {
        return sequence;
    }

    // ---- what there is to do ---------------------------------------------------------------------------------------

    /** The next stretch, the end, or null. Owner only. */
    @Nullable
    Message next() {
        if (isAway || isClosed()) {
            return null;
        }
        if (ring.cut() != null) {
            return new End();
        }
        long own = sequence.get();
        if (reached <= own) {
            reached = ring.inside(highest(own + 1));
        }
        if (reached > own) {
            return stretch;
        }
        return own >= ring.last() ? new End() : null;
    }

    private long highest(long next) {
        if (!isFirst) {
            return barrier.getCursor();
        }
        try {
            return barrier.waitFor(next);
        } catch (AlertException | TimeoutException e) {
            throw new AssertionError("a barrier of a line has no alerts and no limits", e);
        } catch (InterruptedException e) {
            throw new AssertionError("a barrier of a line never waits", e);
        }
    }

    /** Whether there is something to do. Any thread; changes nothing, as the cell may be another thread's already. */
    boolean hasNext() {
        if (isAway || isClosed()) {
            return false;
        }
        long own = sequence.get();
        return ring.cut() != null
                || own >= ring.last()
                || (isFirst ? ring.isPublished(own + 1) : barrier.getCursor() > own);
    }

    // ---- turns -----------------------------------------------------------------------------------------------------

    @Override
    protected void deliver(Message message) {
        try {
            message.deliver(this);
        } catch (Throwable e) {
            ring.cut(e); // no handler's: those are dealt with
        }
    }

    private void run() {
        batches++;
        long from = sequence.get() + 1;
        long to = Math.min(reached, from + work.most() - 1);
        if (isBlocking) {
            isAway = true;
            runElsewhere(from, to);
        } else {
            finish(from, work.run(ring, from, to, this::isToPause), to);
        }
    }

    /** Whether the next slot must wait: for room elsewhere, or for ever. */
    private boolean isToPause() {
        return isAway || heldSends() != 0 || ring.cut() != null;
    }

    /** Rests until a channel has taken an element. In a turn. */
    void waitFor(Promise<Void> sent) {
        isAway = true;
        sending = sent;
        sent.onComplete((nothing, failure) -> {
            isAway = false;
            sending = null;
            if (failure != null && ring.cut() == null) {
                work.failedLate(failure);
            }
        });
    }

    private void runElsewhere(long from, long to) {
        Promise<Long> handled;
        try {
            handled = system.blocking(() -> work.run(ring, from, to, () -> ring.cut() != null));
        } catch (Throwable e) { // the executor is broken
            isAway = false;
            throw e;
        }
        handled.onComplete((last, failure) -> cameBack(from, to, last, failure));
    }

    private void cameBack(long from, long to, @Nullable Long last, @Nullable Throwable failure) {
        if (last != null) {
            isAway = false;
            pause = 0;
            finish(from, last, Long.MAX_VALUE);
        } else if (ring.cut() == null && failure instanceof RejectedExecutionException refusal) { // the pool is full
            tryLater(from, to, refusal);
        } else {
            isAway = false;
            if (failure != null) { // no handler's: those are dealt with
                ring.cut(failure);
            }
        }
    }

    /** A pool that is full has room soon; of one that goes on refusing the listeners are told, once each time that it begins. */
    private void tryLater(long from, long to, RejectedExecutionException refusal) {
        if (pause < LONGEST_PAUSE) {
            pause = pause == 0 ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, pause * 2);
            if (pause == LONGEST_PAUSE) {
                system.hostedFailed(address, refusal, Decision.RESUME, !isToldRefused);
                isToldRefused = true;
            }
        }
        pausing = executor.schedule(pause, () -> signal(new TryAgain(from, to)));
    }

    /** Passes on what has been handled. */
    private void finish(long from, long to, long planned) {
        if (isGate) {
            count(from, to);
        }
        sequence.set(to);
        if (isGate) {
            VarHandle.fullFence();
            ring.madeRoom();
        } else if (to >= reached || to < planned || to - woken >= ring.lot()) {
            woken = to; // those behind that are at work see the sequence; to wake one costs as much as a hundred
            // elements
            ReadySignal.wake(behind);
        }
    }

    private void count(long from, long to) {
        boolean letsGo = ring.isOfValues();
        int left = 0;
        int voids = 0;
        for (long at = from; at <= to; at++) {
            Slot<T> slot = ring.slot(at);
            if (slot.isVoid()) {
                voids++;
            } else if (slot.isLeftOut()) {
                left++;
            }
            if (letsGo) {
                slot.element = null;
            }
        }
        skipped += left;
        completed += to + 1 - from - left - voids;
    }

    /** Ends as soon as its present turn allows, even if what it has sent waits for room elsewhere. Any thread. */
    void signalCut() {
        signal(new Cut());
    }

    private void end() {
        close();
        executor.retire();
        if (onEnd != null) {
            onEnd.run();
        }
    }

    @Override
    protected void abandoned(Throwable cause) {
        ring.cut(cause);
        end();
    }

    @Override
    protected void undelivered(Message message) {
        if (message instanceof Publication<?> publication) {
            ring.giveBack();
            if (publication.isOfActor) {
                system.deadLetter(new DeadLetter(address, "Line.publish", DeadLetter.Reason.STOPPED));
            }
        } else {
            CallbackExecutor.abandon(message, tooLate(this));
        }
    }

    static LineEndedException tooLate(CallbackCell cell) {
        return new LineEndedException("a line has ended before what a handler let follow: stage=" + cell, null);
    }

    // ---- who waits for whom ----------------------------------------------------------------------------------------

    @Override
    protected Cell entry() {
        return entry;
    }

    @Override
    protected List<Cell> roomMakers() {
        return makers;
    }

    // ---- identity --------------------------------------------------------------------------------------------------

    @Override
    public CallbackExecutor callbackExecutor() {
        return executor;
    }

    @Override
    public @Nullable Object receiver() {
        return null;
    }

    @Override
    public Object reference() {
        throw new IllegalStateException("a stage has no reference: stage=" + address);
    }

    /** Elements that all stages have handled; of the gate. Any thread; racy. */
    long completed() {
        return completed;
    }

    /** Elements that were left out; of the gate. Any thread; racy. */
    long skipped() {
        return skipped;
    }

    LineStats.StageStats stats() {
        return new LineStats.StageStats(work.name, batches, work.failures.sum());
    }

    @Override
    public String toString() {
        return address;
    }

    /** Slots to be handled: one object for all of them. */
    private final class Stretch extends Message {
        @Override
        public void deliver(Object receiver) {
            run();
        }
    }

    /** Nothing more is to be handled. */
    private final class End extends Message {
        @Override
        public void deliver(Object receiver) {
            end();
        }
    }

    /** The ring has been cut; a stretch that is away comes back first. */
    private final class Cut extends Message {
        @Override
        public void deliver(Object receiver) {
            Promise<Void> pending = sending;
            if (pending != null) {
                pending.cancel(); // what follows it ends the cell
                return;
            }
            if (pausing != null && pausing.cancel()) {
                isAway = false;
            }
            if (!isAway && !isClosed()) {
                end();
            }
        }

        @Override
        protected boolean isSystemEvent() {
            return true;
        }
    }

    /** The helper threads were busy. */
    private final class TryAgain extends Message {
        private final long from;
        private final long to;

        TryAgain(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void deliver(Object receiver) {
            pausing = null;
            runElsewhere(from, to);
        }
    }
}
