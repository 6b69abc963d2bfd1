// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import io.troupe.core.continuation.CauseText;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.RoomWaiters;
import io.troupe.dispatch.cell.SizeEstimate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ring of one line and the door in front of it. Publishers enter through the door, on their own threads; stages read the
 * slots that have been published before them.
 *
 * <p><b>The end.</b> The door goes from OPEN over ENDING, where only those get in that wait already, and SEALING to SEALED. Whoever
 * seals writes SEALING and then reads the cursor: that is the last sequence. A publisher publishes and then reads the door. Both
 * have a full fence in between. So a publisher that finds the door open or ending has a sequence that the sealer has seen;
 * any other waits for the last sequence, a few instructions, and compares. What is behind the last sequence is refused, and no
 * stage ever goes there.
 *
 * <p><b>No room.</b> The entry of the line is a cell with a mailbox that paces its senders, so what happens is what happens to the
 * senders of a full mailbox: nobody overtakes those that wait, actors are held, threads wait, and the gate makes room for them. The
 * element has been filled by its publisher by then, and its object takes the place of the one in the slot.
 */
final class LineRing<T> {
    static final long NEVER = Long.MAX_VALUE;
    private static final int OPEN = 0;
    private static final int ENDING = 1;
    private static final int SEALING = 2;
    private static final int SEALED = 3;
    private static final long NO_ROOM = -1;
    /** Looks of a waiting thread before it sleeps: some microseconds. */
    private static final int SPINS = 200;

    /** Objects kept for publishers that find no room. */
    private static final int MOST_SPARES = 64;

    /** A slot and the reference to it. */
    private static final int SLOT = 24;

    private static final VarHandle DOOR;
    private static final VarHandle CUT;
    private static final VarHandle PRODUCER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DOOR = lookup.findVarHandle(LineRing.class, "door", int.class);
            CUT = lookup.findVarHandle(LineRing.class, "cut", Throwable.class);
            PRODUCER = lookup.findVarHandle(LineRing.class, "producer", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;
    private final @Nullable Supplier<? extends T> factory;
    private final boolean isSingle;
    private final RingBuffer<Slot<T>> buffer;
    private final ReadySignal signal = new ReadySignal();
    private final RoomWaiters waiters;
    private final Deque<T> spares = new ArrayDeque<>(); // guarded by itself

    /** What the gate has finished; set once, before the first element. */
    private Sequence gate = new Sequence();

    /** All cells, the entry first; set once, before the first element. */
    private StageCell<?>[] cells = {};

    private volatile int door;

    /** The last sequence that is processed. Written once. */
    private volatile long last = NEVER;

    /** Why what is inside is not processed; null: it is. Written once. */
    private volatile @Nullable Throwable cut;

    /** The only cell or thread that may publish, once there is one; null with several. Written once. */
    private volatile @Nullable Object producer;

    /** With a single producer: whether it fills a slot just now. That producer only. */
    private boolean filling;

    /** Elements that wait for room. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Slots whose fillers have thrown. */
    private final LongAdder voided = new LongAdder();

    private final LongAdder returned = new LongAdder();

    /** Elements that came from the line of those that wait when the ring had been cut. */
    private final LongAdder late = new LongAdder();

    /**
     * An open ring.
     *
     * @param name of the line
     * @param factory makes the objects of the slots; null in a line of values
     * @param isSingle whether one cell or thread publishes
     */
    LineRing(String name, @Nullable Supplier<? extends T> factory, int capacity, boolean isSingle) {
        this.name = name;
        this.factory = factory;
        this.isSingle = isSingle;
        this.buffer = isSingle
                ? RingBuffer.createSingleProducer(() -> new Slot<>(newElement()), capacity, signal)
                : RingBuffer.createMultiProducer(() -> new Slot<>(newElement()), capacity, signal);
        this.waiters = new RoomWaiters(capacity, this::occupied);
    }

    private @Nullable T newElement() {
        return factory == null ? null : made(name, factory);
    }

    /** An object of a slot. */
    static <T> T made(String name, Supplier<? extends T> factory) {
        T made = factory.get();
        if (made == null) {
            throw new NullPointerException("the factory of a line must make an object for each slot: line=" + name);
        }
        return made;
    }

    /** Before the first element. */
    void connect(StageCell<?>[] all, StageCell<?>[] first, Sequence gateSequence) {
        cells = all;
        gate = gateSequence;
        buffer.addGatingSequences(gateSequence);
        signal.wakes(first);
    }

    SequenceBarrier barrier(Sequence... before) {
        return buffer.newBarrier(before);
    }

    String name() {
        return name;
    }

    int capacity() {
        return buffer.getBufferSize();
    }

    /**
     * What a ring takes in memory when it is full.
     *
     * @param first element of a slot; null: a line of values, which are not known yet and count as small ones
     */
    static long bytes(int capacity, @Nullable Object first) {
        int element = first == null
                ? SizeEstimate.LEAST
                : SizeEstimate.of(first.getClass()).bytes(first);
        return (long) capacity * (SLOT + element);
    }

    /** Elements for which a stage wakes the next one at the latest, while it has more to do itself. */
    int lot() {
        return Math.max(1, capacity() / 4);
    }

    boolean isOfValues() {
        return factory == null;
    }

    private Cell entry() {
        return cells[0];
    }

    RoomWaiters waiters() {
        return waiters;
    }

    // ---- publishing: the publisher's thread ------------------------------------------------------------------------

    /** Fills a slot, or waits for one. */
    void publish(Consumer<? super T> filler) {
        enter();
        long sequence = await(1);
        if (sequence == NO_ROOM) {
            T spare = takeSpare();
            filler.accept(spare);
            waitForRoom(spare);
        } else {
            fill(sequence, filler);
        }
    }

    boolean tryPublish(Consumer<? super T> filler) {
        enter();
        long sequence = claim(1);
        if (sequence == NO_ROOM) {
            return false;
        }
        fill(sequence, filler);
        return true;
    }

    void publishAll(int count, ObjIntConsumer<? super T> filler) {
        int done = 0;
        while (done < count) {
            enter();
            int most = Math.min(count - done, Math.max(1, capacity() - occupied()));
            long highest = await(most);
            if (highest != NO_ROOM) {
                fillAll(highest - most + 1, highest, done, filler);
                done += most;
            } else {
                T spare = takeSpare();
                filler.accept(spare, done);
                waitForRoom(spare);
                done++;
            }
        }
    }

    /** Publishes an object as it is. */
    void put(T element) {
        enter();
        long sequence = await(1);
        if (sequence == NO_ROOM) {
            waitForRoom(element);
        } else {
            place(sequence, element);
            checkInside(sequence);
        }
    }

    boolean tryPut(T element) {
        enter();
        long sequence = claim(1);
        if (sequence == NO_ROOM) {
            return false;
        }
        place(sequence, element);
        checkInside(sequence);
        return true;
    }

    private void enter() {
        if (isSingle) {
            checkProducer();
        }
        if (door != OPEN) {
            throw refused();
        }
    }

    /** One cell or one thread: a cell may run on any thread, and a thread may run many cells. */
    private void checkProducer() {
        Cell cell = CellThread.currentCell();
        Object caller = cell == null ? Thread.currentThread() : cell;
        Object known = producer;
        if (known == null && PRODUCER.compareAndSet(this, null, caller)) {
            known = caller;
        }
        if ((known == null ? producer : known) != caller) {
            throw new IllegalStateException("a line with a single producer must be published to by that one only: line="
                    + name + ", producer=" + producer + ", other=" + caller
                    + "; leave out singleProducer() to allow several");
        }
        if (filling) {
            throw new IllegalStateException(
                    "a filler must not publish to its own line with a single producer: line=" + name);
        }
    }

    /** The highest of so many sequences, unless there is no room, or somebody waits for it already. */
    private long claim(int count) {
        if (!waiters.isEmpty() || entry().holdsBack()) {
            return NO_ROOM;
        }
        return next(count);
    }

    /** The same, for those that may wait: a thread looks again for a moment, as to sleep and be woken takes it many times longer. */
    private long await(int count) {
        long sequence = claim(count);
        if (sequence == NO_ROOM && CellThread.currentCell() == null) {
            for (int spins = 0; sequence == NO_ROOM && spins < SPINS; spins++) {
                Thread.onSpinWait();
                if (occupied() <= capacity() - count) {
                    sequence = claim(count);
                }
            }
        }
        return sequence;
    }

    private long next(int count) {
        try {
            return buffer.tryNext(count);
        } catch (InsufficientCapacityException e) {
            return NO_ROOM;
        }
    }

    private void fill(long sequence, Consumer<? super T> filler) {
        Slot<T> slot = buffer.get(sequence);
        slot.open();
        boolean filled = false;
        filling = isSingle;
        try {
            filler.accept(present(slot));
            filled = true;
        } finally {
            filling = false;
            if (!filled) {
                slot.voidIt();
            }
            buffer.publish(sequence); // in any case: nobody passes a slot that is claimed and never published
            if (!filled && isInside(sequence)) {
                voided.increment();
            }
        }
        checkInside(sequence);
    }

    private void fillAll(long from, long to, int index, ObjIntConsumer<? super T> filler) {
        long at = from;
        filling = isSingle;
        try {
            for (; at <= to; at++) {
                Slot<T> slot = buffer.get(at);
                slot.open();
                filler.accept(present(slot), index + (int) (at - from));
            }
        } finally {
            filling = false;
            for (long unfilled = at; unfilled <= to; unfilled++) {
                buffer.get(unfilled).voidIt();
            }
            buffer.publish(from, to);
            if (at <= to && isInside(to)) { // all of them are, or none
                voided.add(to + 1 - at);
            }
        }
        checkInside(to);
    }

    private T present(Slot<T> slot) {
        T element = slot.element;
        if (element == null) {
            throw new IllegalStateException("a line of values has no slots to fill: line=" + name);
        }
        return element;
    }

    /** Puts an object into a claimed slot; returns the one that was there. */
    private @Nullable T place(long sequence, T element) {
        Slot<T> slot = buffer.get(sequence);
        slot.open();
        T before = slot.element;
        slot.element = element;
        buffer.publish(sequence);
        return before;
    }

    /** After publishing: whether stages will come to the sequence. */
    private void checkInside(long sequence) {
        if (!isInside(sequence)) {
            throw refused();
        }
    }

    private boolean isInside(long sequence) {
        return door < SEALING || sequence <= awaitLast();
    }

    private long awaitLast() {
        for (int spins = 0; ; spins++) {
            long known = last;
            if (known != NEVER) {
                return known;
            }
            if (spins < 100) {
                Thread.onSpinWait();
            } else {
                Thread.yield(); // the sealing thread has lost its processor between two instructions
            }
        }
    }

    private LineEndedException refused() {
        Throwable cause = cut;
        Throwable failure = cause instanceof LineEndedException ? null : cause;
        return new LineEndedException(
                "a line that has "
                        + (cause == null
                                ? "ended"
                                : failure == null ? "been aborted" : "been stopped by a failing handler")
                        + " takes no more elements: line=" + name
                        + (failure == null ? "" : ", cause=" + CauseText.of(failure)),
                failure);
    }

    // ---- no room ---------------------------------------------------------------------------------------------------

    private T takeSpare() {
        T spare;
        synchronized (spares) {
            spare = spares.poll();
        }
        T given = spare == null ? newElement() : spare;
        if (given == null) {
            throw new IllegalStateException("a line of values has no slots to fill: line=" + name);
        }
        return given;
    }

    private void waitForRoom(T element) {
        waiting.incrementAndGet();
        if (door != OPEN) { // whoever seals waits for those that were counted before
            noneWaits();
            throw refused();
        }
        Publication<T> publication = new Publication<>(element, CellThread.currentCell() != null);
        Offer outcome = entry().offer(publication);
        if (outcome == Offer.CLOSED && !publication.isIn) { // the entry may end just after it has let the element in
            throw refused(); // the entry has counted it
        }
        if (outcome == Offer.FULL || outcome == Offer.DROPPED) {
            noneWaits();
            throw notWaiting();
        }
    }

    private RuntimeException notWaiting() {
        return new IllegalStateException(
                Thread.currentThread().isInterrupted()
                        ? "a thread that waits for room must not be interrupted, the element was not published: line="
                                + name
                        : "a full line needs somebody to run its stages, but no turn is left to run; the element was not published: line="
                                + name);
    }

    private void noneWaits() {
        if (waiting.decrementAndGet() == 0 && door == ENDING) {
            seal();
        }
    }

    /** Lets an element in that has waited. By whoever makes room. */
    Offer admit(Publication<T> publication) {
        long sequence = cut == null ? next(1) : NO_ROOM;
        if (sequence == NO_ROOM) {
            return Offer.FULL; // if it has been cut, those that wait are told
        }
        publication.isIn = true;
        T before = place(sequence, publication.element);
        if (factory != null && before != null) {
            keepSpare(before);
        }
        if (!isInside(sequence)) {
            late.increment();
        }
        noneWaits();
        return Offer.ACCEPTED;
    }

    private void keepSpare(T spare) {
        synchronized (spares) {
            if (spares.size() < MOST_SPARES) {
                spares.add(spare);
            }
        }
    }

    /** An element that waited for room when the line ended. */
    void giveBack() {
        returned.increment();
        noneWaits();
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Lets those in that wait, and nobody else. Any thread. */
    void end() {
        if (DOOR.compareAndSet(this, OPEN, ENDING) && waiting.get() == 0) {
            seal();
        }
    }

    /** Lets nothing more be processed. Any thread; returns whether it is the first such call. */
    boolean cut(Throwable cause) {
        if (!CUT.compareAndSet(this, null, cause)) {
            return false;
        }
        seal();
        waiters.close(); // the entry may be at work for long, and nobody is let in any more
        for (StageCell<?> cell : cells) {
            cell.signalCut();
        }
        return true;
    }

    private void seal() {
        if (DOOR.compareAndSet(this, OPEN, SEALING) || DOOR.compareAndSet(this, ENDING, SEALING)) {
            VarHandle.fullFence();
            last = buffer.getCursor();
            door = SEALED;
            ReadySignal.wake(cells);
        }
    }

    /**
     * How far a stage may go that has seen so many sequences published. It looks at the door after that, like a publisher: what is
     * published between the sealer's look at the cursor and its word on the last sequence is refused.
     */
    long inside(long published) {
        return door < SEALING ? published : Math.min(published, awaitLast());
    }

    /** The last sequence that is processed; {@link #NEVER} while more may come. Any thread. */
    long last() {
        return last;
    }

    /** Why nothing more is processed, or null. Any thread. */
    @Nullable
    Throwable cut() {
        return cut;
    }

    boolean isOpen() {
        return door == OPEN;
    }

    // ---- stages ----------------------------------------------------------------------------------------------------

    Slot<T> slot(long sequence) {
        return buffer.get(sequence);
    }

    /** Whether a publisher has published the sequence. Any thread. */
    boolean isPublished(long sequence) {
        return buffer.isAvailable(sequence);
    }

    /** The gate has made room. Behind a full fence. */
    void madeRoom() {
        if (!waiters.isEmpty()) {
            waiters.polled();
        }
    }

    /** Slots that are claimed or published and not finished. Any thread; racy. */
    int occupied() {
        long finished = gate.get(); // first: the cursor is never behind it
        return (int) Math.min(capacity(), buffer.getCursor() - finished);
    }

    // ---- statistics ------------------------------------------------------------------------------------------------

    /** Elements that have been published with success. Racy while it runs. */
    long accepted() {
        long failed = voided.sum();
        return Math.min(buffer.getCursor(), last) + 1 - failed + late.sum();
    }

    int waiting() {
        return waiting.get();
    }

    long returned() {
        return returned.sum();
    }
}
