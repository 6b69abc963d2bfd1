// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import io.troupe.dispatch.mailbox.Overflow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatcher schedules: a mailbox, a callback queue and the state that lets one thread at a time run it. Any
 * thread offers messages and signals; whoever finds the cell idle hands it to its {@link CellHome}, once. The thread
 * that takes it from there owns it for one {@link #turn}.
 *
 * <p>Invariant: owned by at most one thread; everything without a word of its own below is touched by the owner only
 * and travels from owner to owner through the atomic head of the {@link Inbox}. Known race: a signal that arrives while
 * the owner gives up is seen by one of the two, because both write first and then read the other's word (Dekker).
 *
 * <p>A cell is one object: there may be millions of them. What deserves a file of its own works on its fields: {@link Inbox},
 * {@link CallbackQueue}, {@link CellEnd}.
 */
public abstract class Cell {
    /** Hold reason: messages for other cells wait for room there. Holds messages and callbacks, but no system events. */
    static final int PACED = 1;
    /** Hold reason for the cell's user: no messages until it lets go, for example during a restart's back-off. */
    public static final int SUSPENDED = 2;
    /** Stands for the recipient while there is none. */
    protected static final Object NOBODY = new Object();

    /** Messages from sample to sample: from 32 to 95, as patterns of costs would beat with a fixed number. */
    private static final int SHORTEST_INTERVAL = 32;

    private static final int INTERVAL_BITS = 6;
    /** Spreads numbers that follow each other. Source: Knuth, The Art of Computer Programming 3, 6.4, Fibonacci hashing. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int MAX_SERVICE = Integer.MAX_VALUE;
    /** Callbacks after which what was measured counts a quarter less; a power of two. */
    private static final int FADE_EVERY = 512;
    /** In the place of a number of turns away: there are none. */
    private static final byte PINNED = -1;
    /** In the place of the index of a worker. */
    private static final short ANYBODY = -1;

    private static final VarHandle HOME;

    static {
        try {
            HOME = MethodHandles.lookup().findVarHandle(Cell.class, "home", CellHome.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // The virtual machine puts numbers first, and references behind them in the order in which they stand here. What
    // the owner reads or writes with every message comes first, what is seldom written lies between, and what senders
    // write comes last. If both shared a cache line, each delivery would wait until a sender gave it back. The fields
    // of subclasses come behind that: what they need with every message has a place here, too. The bytes are in
    // docs/decisions/0037-a-cell-is-one-object.md.

    // ---- the owner's counters: plain stores, read racily by others for statistics and placement ---------------------

    private long delivered;
    /** Measured time per message; 0 before the first. */
    private int serviceNanos;
    /** Callbacks so far, and the lengths of the countdowns: what {@link #progress} needs beside the present one. */
    private int steps;
    /** Messages until the next measured one; the first message of a cell is measured. */
    private byte untilSample;

    // ---- the owner's state -----------------------------------------------------------------------------------------

    private byte holds;
    /** Bits of the subclass. Owner only. */
    private byte marks;
    /** Whether callbacks have used up the slice of the last turn, so that messages had none. Owner only. */
    private boolean messageFirst;

    /** Turns in a row that ran elsewhere; or PINNED. Owner only. */
    private byte awayTurns;

    /** Set once, before the inbox is shut; read by senders to recall what came too late. */
    volatile boolean closed;
    /** Whether nothing is left to report of what was queued at the end. Guarded by the cell; the owner's word otherwise. */
    boolean drained;
    /** Whether somebody ends the cell from outside of its turns. Guarded by the cell. */
    boolean abandoned;

    /** The newest of the messages taken but not yet delivered, in a ring. Owner only. */
    @Nullable
    Message pending;

    /** What messages are delivered to, if the subclass keeps it here. Written by the owner, read racily by others. */
    private Object recipient = NOBODY;

    /** {@link Inbox}: the newest message of the last take, where the chain ends. Null before the owner's first. Owner only. */
    @Nullable
    Message taken;

    /** {@link CallbackQueue}: the newest of those taken but not yet delivered, in a ring. Owner only. */
    @Nullable
    Message pendingCallbacks;

    /** {@link CallbackQueue}: what was taken before those while the cell was paced; no system events. In a ring. Owner only. */
    @Nullable
    Message heldCallbacks;

    // ---- seldom written --------------------------------------------------------------------------------------------

    /** {@link Inbox}: a long chain that is not in order yet. Written by the owner, read racily by those who count. */
    @Nullable
    Reversal reversal;

    /** {@link CallbackQueue}: a long chain that has been taken and is not in order yet. Owner only. */
    @Nullable
    Reversal callbackReversal;

    /** What was queued at the end and is not reported yet. Guarded by the cell. */
    @Nullable
    Reversal remains;

    /** What waits for room in other cells; created by the owner at the first time, read by others to follow chains. */
    private volatile @Nullable Outbox outbox;

    // ---- read or written by senders --------------------------------------------------------------------------------

    /**
     * Index of the other worker that made the cell ready, and how often in a row. Written by who schedules it, and by {@link #attract}
     * in a turn, when nobody does.
     */
    private short caller;

    private byte calls;
    /** Whether a thread that is no worker made the cell ready. Written by who schedules it, read by the owner. */
    private boolean wokenFromOutside;

    /** Link in a {@link ReadyStack}; belongs to whoever scheduled the cell. */
    @Nullable
    Cell nextReady;

    /** Where the cell is scheduled. Any thread writes (a migration), senders read. */
    private volatile CellHome home;

    final @Nullable Mailbox mailbox;

    /** {@link CallbackQueue}: the newest callback, or null. Any thread pushes, the owner takes all. */
    @SuppressWarnings("FieldMayBeFinal") // written by the CallbackQueue
    volatile @Nullable Message callbacks;

    /** {@link Inbox}: the newest message or a mark. Any thread. */
    @SuppressWarnings("FieldMayBeFinal") // written by the Inbox
    volatile @Nullable Message head;

    /**
     * A cell at rest.
     *
     * @param home where it is scheduled
     * @param mailbox where its messages wait; null for the built-in unbounded one
     */
    protected Cell(CellHome home, @Nullable Mailbox mailbox) {
        this.home = home;
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
     * So many messages had come at once that they were put in order in steps; they are delivered next. In a turn of the cell.
     *
     * @param messages how many, more than a few thousand
     */
    protected void backlog(int messages) {}

    /**
     * Told about a message that found no room after it was held behind the {@link OutputGate} of its sender, who has gone on.
     *
     * @param message in no queue
     */
    protected void overflowed(Message message) {
        undelivered(message);
    }

    /**
     * Puts a message at the end of the mailbox. Any thread. Messages of one thread stay in order. Never
     * blocks, except for a thread outside of actors that sends to a full mailbox of policy PACE.
     *
     * @param message in no queue
     * @return ACCEPTED; FULL (the caller still has the message); CLOSED ({@link #undelivered} has it)
     */
    public final Offer offer(Message message) {
        if (OutputGate.isUsed() && OutputGate.holds(this, message)) {
            return Offer.ACCEPTED;
        }
        if (mailbox != null) {
            return offerTo(mailbox, message);
        }
        Message before = Inbox.push(this, message);
        if (before == Inbox.IDLE) {
            home.onReady(this);
            return Offer.ACCEPTED;
        }
        return before == Inbox.CLOSED ? CellEnd.recall(this) : Offer.ACCEPTED;
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
        CallbackQueue.push(this, callback);
        if (Inbox.claim(this)) {
            home.onReady(this);
        } else if (closed) {
            CellEnd.recall(this);
        }
    }

    /**
     * {@link #signal} only if the cell is at rest: nothing but callbacks that are put at the same time come before it. Any
     * thread, never blocks.
     *
     * @param callback in no queue
     * @return false if a turn runs or is due, or the cell has ended: the caller still has the callback
     */
    public final boolean signalIfIdle(Message callback) {
        if (!Inbox.claim(this)) {
            return false;
        }
        CallbackQueue.push(this, callback);
        home.onReady(this);
        return true;
    }

    /**
     * {@link #signal} for a callback that another actor may have brought about: in a simulation it comes later. Any thread,
     * never blocks.
     *
     * @param callback in no queue
     */
    public final void signalLater(Message callback) {
        if (mailbox == null || !mailbox.delays(this, callback)) {
            signal(callback);
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
        long begun = limits.clock().begin(limits.sliceNanos(), serviceNanos);
        if (closed) {
            return !CellEnd.report(this, limits, begun);
        }
        if (CallbackQueue.hasAny(this) && !runCallbacks(limits, begun)) {
            return !hasEnded();
        }
        if (takesMessages()) {
            if (messageFirst) {
                messageFirst = false; // or the next callback, which may be the end, would come too late
            }
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
        if (hasDueCallbacks() || Inbox.hasArrivals(this)) {
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
        return isPaced()
                ? CallbackQueue.hasFresh(this) || (CallbackQueue.hasHeld(this) && isOnCredit())
                : CallbackQueue.hasAny(this);
    }

    /** Returns whether there is time left for messages. */
    private boolean runCallbacks(TurnLimits limits, long begun) {
        SliceClock clock = limits.clock();
        if (messageFirst && !runOneMessage(clock, begun)) {
            return false;
        }
        for (int left = limits.callbacks(); left > 0; left--) {
            Message callback = isPaced() ? CallbackQueue.nextEvent(this) : CallbackQueue.next(this);
            if (callback == null) {
                if (CallbackQueue.isReversing(this)) {
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
        Message callback = CallbackQueue.hasHeld(this) && isOnCredit() ? CallbackQueue.nextHeld(this) : null;
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
                if (Inbox.isReversing(this) && !clock.isOver(begun)) {
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

    // ---- what messages cost ----------------------------------------------------------------------------------------

    /** Whether this message is to be measured. */
    private boolean sampleDue() {
        return --untilSample < 0;
    }

    /** Notes a measured delivery: moving average with weight 1/4, at once upwards when the first. */
    private void sampled(long nanos) {
        int measured = (int) Math.min(Math.max(nanos, 1), MAX_SERVICE);
        int old = serviceNanos;
        serviceNanos = old == 0 ? measured : old + (measured - old) / 4;
        int interval = SHORTEST_INTERVAL - 1 + (int) ((delivered * GOLDEN) >>> (Long.SIZE - INTERVAL_BITS));
        steps += interval - untilSample; // progress stays as it is
        untilSample = (byte) interval;
    }

    /**
     * Notes that a callback is about to run. They are not measured, but what was measured fades: a cell that gets nothing but
     * answers is not as slow for good as a message was before all classes were loaded.
     */
    private void callbackBegins() {
        if ((++steps & (FADE_EVERY - 1)) == 0) {
            serviceNanos -= serviceNanos / 4;
        }
    }

    private void delivered(int messages) {
        delivered += messages;
    }

    /** Messages the time slice has room for, going by the measured service time. */
    private int budget(TurnLimits limits) {
        int service = serviceNanos;
        // below this the count limit is reached first: no division for cheap messages
        if (service <= limits.cheapNanos()) {
            return limits.messages();
        }
        return (int) Math.max(1, limits.sliceNanos() / service);
    }

    // ---- messages in order -----------------------------------------------------------------------------------------

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
        Message oldest = Inbox.take(this);
        if (oldest == null) {
            return mailbox == null ? null : mailbox.poll();
        }
        Message newest = Inbox.newestTaken(this);
        if (newest != null && newest != oldest) { // written only if needed: see Inbox on what that costs
            pending = Chain.ringBehind(oldest, newest);
        }
        return oldest;
    }

    /** Moves arrivals behind the pending ones, so that a held cell can go idle. */
    private void absorb() {
        Message oldest = Inbox.take(this);
        Message newest = Inbox.newestTaken(this);
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
        if (!Inbox.release(this)) {
            return false;
        }
        boolean empty = mailbox == null || mailbox.isEmpty(); // asked in any case: who waits for room is seen to
        boolean called = paced ? CallbackQueue.hasFresh(this) : CallbackQueue.hasAny(this);
        boolean quiet = !called && (empty || !taking);
        return quiet || !Inbox.claim(this);
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

    /**
     * Messages have been put into the mailbox that was given to the constructor: sees to it that somebody takes them. Any
     * thread.
     *
     * @return ACCEPTED; CLOSED ({@link #undelivered} has them)
     */
    public final Offer arrived() {
        if (Inbox.claim(this)) {
            home.onReady(this);
        } else if (closed) {
            return CellEnd.recall(this);
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
     * Sets a bit of the subclass, which it can look at with every message. Owner only.
     *
     * @param bit below 128
     */
    protected final void mark(int bit) {
        marks |= (byte) bit;
    }

    /**
     * Clears a bit. Owner only.
     *
     * @param bit given to {@link #mark}
     */
    protected final void unmark(int bit) {
        marks &= (byte) ~bit;
    }

    /**
     * Whether a bit is set. Owner only.
     *
     * @param bit given to {@link #mark}
     */
    protected final boolean isMarked(int bit) {
        return (marks & bit) != 0;
    }

    /** What was given to {@link #recipient(Object)}; {@link #NOBODY} before. Racy outside of the owner. */
    protected final Object recipient() {
        return recipient;
    }

    /**
     * Keeps the object to which the subclass delivers messages. Owner only.
     *
     * @param object or {@link #NOBODY}
     */
    protected final void recipient(Object object) {
        recipient = object;
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
     * Ends the cell: later offers are refused, and what is queued goes to {@link #undelivered} in its order. A little of
     * it does so now; the rest, which may be a million messages, in turns to come, so that neighbours have theirs between.
     * What the cell has sent itself and waits for room elsewhere will still be delivered. Owner only.
     */
    protected final void close() {
        CellEnd.close(this);
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
        CellEnd.abandon(this, cause);
    }

    /**
     * Ends a cell that nobody holds, see {@link #abandon}. Any thread, at any time: a cell whose turn runs or is due is left
     * alone.
     *
     * @param cause why it cannot be run
     * @return whether it is ended by this call
     */
    public final boolean abandonIfIdle(Throwable cause) {
        if (!Inbox.claim(this)) {
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
                && !CallbackQueue.hasAny(this)
                && !Inbox.hasArrivals(this)
                && (mailbox == null || mailbox.size() == 0);
    }

    /** Whether at most messages wait here to be delivered, which nothing holds back. Owner only. */
    protected final boolean hasOnlyMessages() {
        return holds == 0 && !CallbackQueue.hasAny(this);
    }

    /** The newest of the messages taken last: with one at a time, the one at work. Racy outside of the owner. */
    protected final @Nullable Message newestOfTurn() {
        return Inbox.newestTaken(this);
    }

    /** Whether nobody runs a turn of the cell or is about to, so nothing is taken out of it. Any thread; racy. */
    public final boolean isIdle() {
        return head == Inbox.IDLE;
    }

    /** Whether the cell has ended. Any thread. */
    public final boolean isClosed() {
        return closed;
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
        return Math.min(limit, count + Inbox.arrivals(this, limit - count));
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
        int arrived = Inbox.arrivalPosition(this, message, limit - older);
        return arrived == 0 ? 0 : older + arrived;
    }

    /**
     * Asks to be told once when this cell has room for a message again, or has ended. Any thread.
     *
     * @param wake runs on the thread that makes room, or at once if there is room; must be quick
     * @return takes the request back; any thread, also after it was told
     */
    public final Runnable whenRoom(Runnable wake) {
        if (mailbox != null) {
            return mailbox.whenRoom(wake);
        }
        wake.run();
        return () -> {};
    }

    /** Whether earlier messages of the calling turn wait for room here, so that another one would overtake them. In a turn or a thread. */
    public final boolean holdsBack() {
        return PacedOffer.isWaitingFor(this);
    }

    /**
     * The cell that takes messages for this one: itself, unless several cells share one entry, as the stages of a line do.
     * Any thread.
     */
    protected Cell entry() {
        return this;
    }

    /** The cells that make room for messages to this one: itself, unless it is the entry of several. Any thread. */
    protected List<Cell> roomMakers() {
        return List.of(this);
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

    // ---- counters, for others --------------------------------------------------------------------------------------

    /**
     * Counts messages and callbacks that have begun; wraps around. The same number at two looks means that the same one
     * runs, or none has begun since. Any thread; racy.
     */
    public final int progress() {
        return steps - untilSample;
    }

    /** Messages delivered so far. Any thread; racy. */
    public final long deliveredCount() {
        return delivered;
    }

    /** Measured time per message, a moving average over samples, in nanoseconds; 0 before the first. Any thread; racy. */
    public final int serviceNanos() {
        return serviceNanos;
    }

    // ---- where it is scheduled -------------------------------------------------------------------------------------

    /** Where the cell is scheduled. Any thread. */
    public final CellHome home() {
        return home;
    }

    /**
     * Moves the cell: from its next scheduling on it runs at the new home. Any thread, at any time; a cell that is
     * queued or running at the old home is handed over there at its next turn.
     *
     * @param newHome of the same dispatcher
     */
    public final void migrate(CellHome newHome) {
        home = newHome;
    }

    /**
     * Moves the cell unless somebody else did.
     *
     * @param from expected home
     * @param newHome of the same dispatcher
     * @return whether it was moved
     */
    public final boolean migrate(CellHome from, CellHome newHome) {
        return HOME.compareAndSet(this, from, newHome);
    }

    /** Notes who made the cell ready. Only for who schedules it, before it is put into a ready queue. */
    public final void wokenFromOutside(boolean outside) {
        if (wokenFromOutside != outside) {
            wokenFromOutside = outside;
        }
    }

    /** Whether a thread that is no worker made the cell ready the last time. Owner only. */
    public final boolean isWokenFromOutside() {
        return wokenFromOutside;
    }

    /**
     * Notes that another worker than home made the cell ready. Only for who schedules it.
     *
     * @param worker index of the caller's
     * @return how often in a row it was this one
     */
    public final int calledFrom(int worker) {
        if (caller != worker) {
            caller = (short) worker;
            calls = 0;
        }
        if (calls < Byte.MAX_VALUE) {
            calls++;
        }
        return calls;
    }

    /** Notes that whichever other worker makes the cell ready next is to be its home. Owner only; forgotten if home does. */
    public final void attract() {
        caller = ANYBODY;
        calls = 1;
    }

    /** Whether it was {@linkplain #attract() attracted}. Only for who schedules it. */
    public final boolean isAttracted() {
        return caller == ANYBODY && calls > 0;
    }

    /** Notes that home itself, or a thread that is no worker, made the cell ready. Only for who schedules it. */
    public final void calledFromHome() {
        if (calls != 0) {
            calls = 0;
        }
    }

    /** Notes a turn at home. Owner only. */
    public final void ranAtHome() {
        if (awayTurns > 0) {
            awayTurns = 0;
        }
    }

    /** Notes a turn elsewhere; returns how many in a row. Owner only. */
    public final int ranAway() {
        if (awayTurns >= 0 && awayTurns < Byte.MAX_VALUE) {
            awayTurns++;
        }
        return awayTurns;
    }

    /** Notes that the next turn is to be elsewhere, whatever was before. Only for who schedules the cell. */
    public final void sendAway() {
        if (awayTurns >= 0) {
            awayTurns = 1;
        }
    }

    /** Whether the cell runs, or is to run, away from its home. Owner only. */
    public final boolean isAway() {
        return awayTurns > 0;
    }

    /** From now on the cell runs nowhere but at home. Before its first scheduling. */
    public final void pin() {
        awayTurns = PINNED;
    }

    /** Whether the cell runs nowhere but at home. Owner only. */
    public final boolean isPinned() {
        return awayTurns == PINNED;
    }
}
