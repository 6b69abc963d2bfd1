// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Overflow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatcher schedules: a mailbox, a callback lane and the state that lets one thread at a time run it. Any
 * thread offers messages and signals; whoever finds the cell idle hands it to its {@link CellHome} home, once. The thread
 * that takes it from there owns it for one {@link #turn}.
 *
 * <p>Invariant: owned by at most one thread; everything without a word of its own below is touched by the owner only
 * and travels from owner to owner through the atomic head of the {@link Inbox}. Known race: a signal that arrives while
 * the owner gives up is seen by one of the two, because both write first and then read the other's word (Dekker).
 */
public abstract class Cell extends CallbackQueue {
    /** Hold reason: messages for other cells wait for room there. Holds messages and callbacks, but no system events. */
    static final int PACED = 1;
    /** Hold reason for the cell's user: no messages until it lets go, for example during a restart's back-off. */
    public static final int SUSPENDED = 2;

    /** Link in a {@link ReadyStack}; belongs to whoever scheduled the cell. */
    @Nullable
    Cell nextReady;

    private final @Nullable Mailbox mailbox;

    /** Messages that are reported between two looks at the clock after the end. */
    private static final int FEW = 32;
    /** Messages that are reported in the turn in which the cell ends, at least. */
    private static final int FIRST_SLICE = 128;

    /** Set once, before the inbox is shut; read by senders to recall what came too late. */
    private volatile boolean closed;

    /** Whether nothing is left to report of what was queued at the end. Guarded by the cell; the owner's word otherwise. */
    private boolean drained;

    /** What was queued at the end and is not reported yet. Guarded by the cell. */
    private @Nullable Reversal remains;

    /** The newest of the messages taken but not yet delivered, in a ring. */
    private @Nullable Message pending;

    /** What waits for room in other cells; created by the owner at the first time, read by others to follow chains. */
    private volatile @Nullable Outbox outbox;

    private byte holds;
    /** Whether somebody ends the cell from outside of its turns. Guarded by the cell. */
    private boolean abandoned;

    /** Whether callbacks have used up the slice of the last turn, so that messages had none. Owner only. */
    private boolean messageFirst;

    /**
     * A cell at rest.
     *
     * @param home where it is scheduled
     * @param mailbox where its messages wait; null for the built-in unbounded one
     */
    protected Cell(CellHome home, @Nullable Mailbox mailbox) {
        super(home);
        this.mailbox = mailbox;
    }

    /**
     * Delivers one message or callback. Owner only; must not throw except for errors of the virtual machine.
     *
     * @param message taken from the queue and linked nowhere
     */
    protected abstract void deliver(Message message);

    /**
     * Told about each message that will never be delivered: offered after the end, or still queued at the end. Any
     * thread.
     *
     * @param message what was not delivered
     */
    protected abstract void undelivered(Message message);

    /**
     * Puts a message at the end of the mailbox. Any thread. Messages of one thread stay in order. Never
     * blocks, except for a thread outside of actors that sends to a full mailbox of policy PACE.
     *
     * @param message in no queue
     * @return ACCEPTED; FULL (the caller still has the message); CLOSED ({@link #undelivered} has it)
     */
    public final Offer offer(Message message) {
        if (mailbox != null) {
            return offerTo(mailbox, message);
        }
        Message before = push(message);
        if (before == IDLE) {
            home().onReady(this);
            return Offer.ACCEPTED;
        }
        return before == CLOSED ? recall() : Offer.ACCEPTED;
    }

    /**
     * {@link #offer} that never waits and never keeps the message for later, whatever the mailbox does with senders. Any
     * thread. Keeps the order: FULL also while earlier messages of the calling turn wait for room here.
     *
     * @param message in no queue
     * @return ACCEPTED; FULL or DROPPED (the caller still has the message); CLOSED ({@link #undelivered} has it)
     */
    public final Offer tryOffer(Message message) {
        if (mailbox == null) {
            return offer(message);
        }
        return !closed && PacedOffer.isWaitingFor(this) ? Offer.FULL : put(mailbox, message);
    }

    /**
     * Puts self-induced work (a continuation, a timer, a system event): delivered before messages, in order, even while
     * the cell is suspended. While it is paced only system events are. Any thread, never blocks.
     *
     * @param callback in no queue
     */
    public final void signal(Message callback) {
        pushCallback(callback);
        if (claim()) {
            home().onReady(this);
        } else if (closed) {
            recall();
        }
    }

    /**
     * Runs callbacks and then messages until a limit is reached or nothing is left. Only for the thread that took the
     * cell from a ready queue.
     *
     * @param limits how much one turn may do
     * @return true: has more to do and must be scheduled again by the caller; false: the caller has lost it
     */
    public final boolean turn(TurnLimits limits) {
        return work(limits) && !rest();
    }

    /**
     * The first half of a turn: runs callbacks and then messages until a limit is reached or nothing is left. The caller
     * keeps the cell and must call {@link #rest} or schedule it again. Only for the thread that took the cell from a
     * ready queue.
     *
     * @param limits how much one turn may do
     * @return false if the cell has ended; it is nobody's then
     */
    public final boolean work(TurnLimits limits) {
        long begun = limits.clock().begin(limits.sliceNanos());
        if (closed) {
            return !reject(limits, begun);
        }
        if (hasCallbacks() && !runCallbacks(limits, begun)) {
            return !hasEnded();
        }
        if (takesMessages()) {
            runMessages(limits, begun);
        } else {
            absorb();
        }
        return !hasEnded();
    }

    /** Whether there is something to do. Owner exactly. */
    public final boolean hasWork() {
        if (closed) {
            return !drained;
        }
        if (hasDueCallbacks() || hasArrivals()) {
            return true;
        }
        return takesMessages() && (pending != null || (mailbox != null && !mailbox.isEmpty()));
    }

    private boolean isPaced() {
        return (holds & PACED) != 0;
    }

    /** Whether a held cell may go on, as others in a cycle with it wait for it. Owner only. */
    private boolean isOnCredit() {
        Outbox waiting = outbox;
        return waiting != null && isPaced() && waiting.hasCredit();
    }

    private boolean takesMessages() {
        return holds == 0 || (holds == PACED && isOnCredit());
    }

    private boolean hasDueCallbacks() {
        return isPaced() ? hasFreshCallbacks() || (hasHeldCallbacks() && isOnCredit()) : hasCallbacks();
    }

    /** Returns whether there is time left for messages. */
    private boolean runCallbacks(TurnLimits limits, long begun) {
        SliceClock clock = limits.clock();
        if (messageFirst && !runOneMessage(clock, begun)) {
            return false;
        }
        for (int left = limits.callbacks(); left > 0; left--) {
            Message callback = isPaced() ? nextEvent() : nextCallback();
            if (callback == null) {
                if (isTurningCallbacks()) {
                    if (clock.isOver(begun)) {
                        return false; // they come before messages
                    }
                    continue;
                }
                return !runHeldCallback() || (!closed && !clock.isOver(begun));
            }
            callbackBegins();
            deliver(callback);
            if (closed) {
                return false; // the rest is to be reported
            }
            if (clock.isOver(begun)) {
                messageFirst = true;
                return false;
            }
        }
        return true;
    }

    /** Callbacks have used up a slice: before they do so again, a message is delivered. Returns whether there is time left. */
    private boolean runOneMessage(SliceClock clock, long begun) {
        messageFirst = false;
        Message message = takesMessages() ? takeMessage() : null;
        if (message == null) {
            return true;
        }
        deliverCounted(message, clock);
        delivered(1);
        return !closed && !clock.isOver(begun);
    }

    /** On credit one of those that are held goes on per turn, lest they wait as long as the cycle is full. */
    private boolean runHeldCallback() {
        Message callback = hasHeldCallbacks() && isOnCredit() ? nextHeldCallback() : null;
        if (callback != null) {
            deliver(callback);
        }
        return callback != null;
    }

    /** The next message; a held cell takes it on credit. */
    private @Nullable Message takeMessage() {
        Message message = nextMessage();
        if (message != null && holds != 0 && outbox != null) {
            outbox.repay();
        }
        return message;
    }

    private void runMessages(TurnLimits limits, long begun) {
        SliceClock clock = limits.clock();
        int limit = budget(limits);
        int done = 0;
        while (done < limit && takesMessages()) {
            Message message = takeMessage();
            if (message == null) {
                if (isTurning() && !clock.isOver(begun)) {
                    continue;
                }
                break;
            }
            done++;
            if (deliverCounted(message, clock)) {
                limit = Math.min(limit, Math.max(done, budget(limits))); // messages may have become slow
            }
            if (clock.isOver(begun)) {
                break;
            }
        }
        delivered(done);
    }

    /** Returns whether the message was measured. */
    private boolean deliverCounted(Message message, SliceClock clock) {
        if (sampleDue()) {
            deliverMeasured(message, clock);
            return true;
        }
        deliver(message);
        return false;
    }

    private void deliverMeasured(Message message, SliceClock clock) {
        long start = clock.nanoTime();
        deliver(message);
        sampled(clock.nanoTime() - start);
    }

    private @Nullable Message nextMessage() {
        Message newest = pending;
        if (newest == null) {
            return nextArrival();
        }
        Message message = Chain.takeOldest(newest);
        if (message == newest) {
            pending = null;
        }
        return message;
    }

    private @Nullable Message nextArrival() {
        if (closed) {
            return null; // what comes too late is for recall
        }
        Message oldest = take();
        if (oldest == null) {
            return mailbox == null ? null : mailbox.poll();
        }
        Message newest = newestTaken();
        if (newest != null && newest != oldest) { // written only if needed: see Inbox on what that costs
            pending = Chain.ringBehind(oldest, newest);
        }
        return oldest;
    }

    /** Moves arrivals behind the pending ones, so that a held cell can go idle. */
    private void absorb() {
        Message oldest = take();
        Message newest = newestTaken();
        if (oldest != null && newest != null) {
            Chain.insert(pending, oldest, newest);
            pending = newest;
        }
    }

    /**
     * The second half of a turn: gives the cell up if nothing is left to do. Owner only.
     *
     * @return true: the caller has lost the cell; false: there is more to do and the caller must schedule it again
     */
    public final boolean rest() {
        if (closed) {
            return drained;
        }
        boolean taking = takesMessages();
        if (hasDueCallbacks() || (taking && pending != null)) {
            return false;
        }
        boolean paced = isPaced();
        if (!release()) {
            return false;
        }
        boolean empty = mailbox == null || mailbox.isEmpty(); // asked in any case: who waits for room is seen to
        boolean called = paced ? hasFreshCallbacks() : hasCallbacks();
        boolean quiet = !called && (empty || !taking);
        return quiet || !claim();
    }

    private Offer offerTo(Mailbox bounded, Message message) {
        RoomWaiters waiters = bounded.overflow() == Overflow.PACE ? bounded.waiters() : null;
        return waiters == null ? put(bounded, message) : PacedOffer.offer(this, bounded, waiters, message);
    }

    /** Puts a message into the bounded mailbox; FULL and DROPPED leave it with the caller. */
    final Offer put(Mailbox bounded, Message message) {
        if (closed) {
            undelivered(message);
            return Offer.CLOSED;
        }
        Offer result = bounded.offer(message);
        return result == Offer.ACCEPTED ? arrived() : result;
    }

    /** Messages have been put into the bounded mailbox: sees to it that somebody takes them. */
    final Offer arrived() {
        if (claim()) {
            home().onReady(this);
        } else if (closed) {
            return recall();
        }
        return Offer.ACCEPTED;
    }

    // ---- for the owner, inside a turn ----------------------------------------------------------------------------

    /**
     * Stops message delivery until {@link #letGo}; callbacks go on. Owner only.
     *
     * @param reason {@link #SUSPENDED}
     */
    protected final void hold(int reason) {
        holds |= (byte) reason;
    }

    /**
     * Ends a hold. Owner only.
     *
     * @param reason the reason given to {@link #hold}
     */
    protected final void letGo(int reason) {
        holds &= (byte) ~reason;
    }

    /**
     * Puts messages before all others, in the order given. Owner only.
     *
     * @param messages linked nowhere
     */
    protected final void prepend(Iterable<Message> messages) {
        pending = Chain.prepend(pending, messages);
    }

    /**
     * /**
     * Ends the cell: later offers are refused, and what is queued goes to {@link #undelivered} in its order. A little of
     * it does so now; the rest, which may be a million messages, in turns to come, so that neighbours have theirs between.
     * What the cell has sent itself and waits for room elsewhere will still be delivered. Owner only.
     */
    protected final void close() {
        closed = true;
        if (mailbox != null) {
            mailbox.close();
        }
        synchronized (this) {
            Reversal left = pending == null ? null : Reversal.ofRing(pending);
            pending = null;
            remains = shutCallbacks(shut(left));
            drained = remains == null && mailbox == null;
        }
        rejectUpTo(FIRST_SLICE);
    }

    /** One slice of what is left after the end. Returns whether that was all. Owner only. */
    private boolean reject(TurnLimits limits, long begun) {
        boolean all;
        int left = limits.messages();
        do {
            all = rejectUpTo(FEW);
            left -= FEW;
        } while (!all && left > 0 && !limits.clock().isOver(begun));
        return all;
    }

    /** Reports some of what is left after the end. Returns whether that was all. Owner only. */
    private boolean rejectUpTo(int messages) {
        if (drained) {
            return true;
        }
        Message[] some = new Message[messages];
        int count = takeRemains(some);
        for (int i = 0; i < count; i++) {
            reject(some[i]);
        }
        return drained;
    }

    private void reject(Message message) {
        if (!(message instanceof Outbox.Release)) {
            undelivered(message);
        }
    }

    /**
     * Takes the oldest of what is left after the end, or does one step towards it. Under the lock, as a bounded mailbox has one
     * consumer at a time: senders that come too late take their messages out themselves, but not before this has found
     * the mailbox empty.
     */
    private synchronized int takeRemains(Message[] to) {
        int count = 0;
        while (count < to.length && !drained) {
            Message next = null;
            if (remains == null) {
                next = mailbox == null ? null : mailbox.poll();
                drained = next == null;
            } else if (!remains.step()) {
                return count;
            } else {
                next = remains.poll();
                remains = next == null ? remains.following() : remains;
            }
            if (next != null) {
                to[count++] = next;
            }
        }
        return count;
    }

    /**
     * Whether the cell has ended and nothing is left to report: nobody needs to schedule it any more. Owner exactly.
     */
    public final boolean hasEnded() {
        return closed && drained;
    }

    /**
     * Ends the cell because it cannot be run any more, for example because its dispatcher has closed. Only for who holds the
     * cell, outside of its turns, or after all threads that could run it have ended or will not leave their present message.
     * Once; later calls do nothing.
     *
     * @param cause why it cannot be run
     */
    public final void abandon(Throwable cause) {
        boolean first;
        synchronized (this) {
            first = !abandoned && !closed;
            abandoned = true;
        }
        if (first) {
            abandoned(cause);
        }
        if (closed) {
            boolean all;
            do { // no turn will do that
                all = rejectUpTo(FIRST_SLICE);
            } while (!all);
        }
    }

    /**
     * Ends a cell that nobody holds, see {@link #abandon}. Any thread, at any time: a cell whose turn runs or is due is left
     * alone.
     *
     * @param cause why it cannot be run
     * @return whether it is ended by this call
     */
    public final boolean abandonIfIdle(Throwable cause) {
        if (!claim()) {
            return false;
        }
        abandon(cause);
        return true;
    }

    /**
     * Carries out {@link #abandon}: must {@link #close}, and should tell everybody who waits for the cell. Called once, by a
     * thread that owns the cell, outside of its turns.
     *
     * @param cause why it cannot be run
     */
    protected void abandoned(Throwable cause) {
        close();
    }

    /** Whether nothing waits here to be delivered, and nothing of it waits for room elsewhere. Owner only. */
    protected final boolean isAtRest() {
        return holds == 0
                && pending == null
                && !hasCallbacks()
                && !hasArrivals()
                && (mailbox == null || mailbox.isEmpty());
    }

    /** The newest of the messages taken last: with one at a time, the one at work. Racy outside of the owner. */
    protected final @Nullable Message newestOfTurn() {
        return newestTaken();
    }

    /** Whether the cell has ended. Any thread. */
    public final boolean isClosed() {
        return closed;
    }

    /** Rejects what was put into a closed cell: outside of the lock, as others are told and may be closing, too. */
    private Offer recall() {
        for (Message message : collectLate()) {
            reject(message);
        }
        return Offer.CLOSED;
    }

    /**
     * Takes what came after the end. What is still in the mailbox belongs to {@link #takeRemains} until that is done. Between the
     * end and its exchange of the head nothing is late: the messages are among those that are left.
     */
    private synchronized List<Message> collectLate() {
        if (!isShut()) {
            return List.of();
        }
        List<Message> late = new ArrayList<>();
        for (Reversal at = shutCallbacks(shut(null)); at != null; at = at.following()) {
            boolean turned;
            do {
                turned = at.step();
            } while (!turned);
            for (Message message = at.poll(); message != null; message = at.poll()) {
                late.add(message);
            }
        }
        if (mailbox != null && drained) {
            for (Message at = mailbox.poll(); at != null; at = mailbox.poll()) {
                late.add(at);
            }
        }
        return late;
    }

    /**
     * Messages waiting, counted up to a limit: exact and cheap for a bounded mailbox, a walk along the queue for the
     * unbounded one. Any thread; racy.
     *
     * @param limit where counting stops
     * @return between 0 and the limit
     */
    public final int depth(int limit) {
        if (mailbox != null) {
            return Math.min(limit, mailbox.size());
        }
        int count = Chain.count(pending, limit);
        return Math.min(limit, count + arrivals(limit - count));
    }

    /**
     * Where a message waits, counted from the front. Any thread; racy.
     *
     * @param message to look for
     * @param limit where the search stops
     * @return from 1; 0 if it was not found
     */
    public final int positionOf(Message message, int limit) {
        Message newest = pending;
        int position = Chain.position(newest, message, limit);
        if (position > 0) {
            return position;
        }
        int older = Chain.count(newest, limit);
        int arrived = arrivalPosition(message, limit - older);
        return arrived == 0 ? 0 : older + arrived;
    }

    /**
     * Asks to be told once when this cell has room for a message again, or has ended. Any thread.
     *
     * @param wake runs on the thread that makes room, or at once if there is room; must be quick
     */
    public final void whenRoom(Runnable wake) {
        if (mailbox == null) {
            wake.run();
        } else {
            mailbox.whenRoom(wake);
        }
    }

    /** Messages of this cell that wait for room in other cells; O(1). Any thread; racy. */
    public final int heldSends() {
        Outbox waiting = outbox;
        return waiting == null ? 0 : waiting.size();
    }

    /**
     * Messages that this cell has taken though it had to wait for room elsewhere, because it was itself waited for in a
     * cycle. Any thread; racy.
     */
    public final long takenOnCredit() {
        Outbox waiting = outbox;
        return waiting == null ? 0 : waiting.onCredit();
    }

    /** Where messages wait beyond the built-in inbox, or null. */
    public final @Nullable Mailbox mailbox() {
        return mailbox;
    }

    final Outbox ownOutbox() {
        if (outbox == null) {
            outbox = new Outbox(this);
        }
        return outbox;
    }

    final @Nullable Outbox outboxIfAny() {
        return outbox;
    }
}
