// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.CallbackExecutor.ExecutorTask;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.Promises;
import io.troupe.core.continuation.SimulationThread;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Promise;
import io.troupe.core.relay.ChannelRelays;
import io.troupe.core.relay.ElementSink;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.mailbox.MemoryAccount;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue between actors and threads on which both sides wait for each other without blocking. Any thread may call any method;
 * only {@link #put} and {@link #take} block. A channel lives in its process as long as somebody refers to it; its ends may be
 * handed to actors of other processes.
 *
 * <pre>{@code
 * Channel<Order> orders = Channels.buffered(128);
 * orders.send(order).then(sent -> …);        // in one actor
 * Promise<Void> end = orders.each(this::book);   // in another one
 * }</pre>
 *
 * <p>Elements are received in the order in which their sends began, first come first, and waiting senders and receivers are
 * served in the order in which they came.
 *
 * <p>The elements count in the budget of memory of a system, which bounds all its queues together: of the system in whose turn the
 * channel was made, else of the first one whose turns wait for its elements or send more of them, and until then in one of the
 * process, a quarter of the heap. A channel that holds as much as is still free there counts as full, whatever its capacity,
 * until half of that is left; its senders wait. When nothing is free, {@link #send} fails with a {@link BackpressureException}
 * instead of waiting; threads that {@link #put} go on waiting. An element in an empty channel is always accepted by a receiver.
 *
 * @param <T> type of the elements; never null
 */
// Invariant, whenever the lock is free: if an element can be taken, no receiver waits; if the buffer is empty, or has
// room for half and memory is not short, no sender waits.
// Waiters that are gone (cancelled, of an ended actor) do not count; they are dropped when they are found.
// The lock is held for some 50 ns: nobody is called under it but Waiter.claim, which writes one outcome.
public final class Channel<T> implements Sender<T>, Receiver<T> {
    /** What {@link #pollOrEnlist} returns after the last element. */
    static final Object ENDED = new Object();

    /** Longer than any process lives, so that the wait has no timer. */
    static final Duration UNLIMITED = Duration.ofDays(100 * 365);

    /** Before the first look at a lock that somebody else has. */
    private static final int FIRST_PAUSES = 4;

    /** Before a look when many were in vain: some microseconds. */
    private static final int MOST_PAUSES = 128;

    /** Before the thread yields. */
    private static final int LOOKS = 10;

    /** Senders that one receiver lets go on, so that the lock is not held for long. */
    private static final int MOST_CLAIMS = 64;

    /** What a sender that waits takes in memory beside its element: the promise and its place. */
    static final int WAITER = 160;

    private static final AtomicLong NUMBERS = new AtomicLong();

    private static final VarHandle LOCK;

    static {
        ChannelRelays.provide(new RelayPort());
        try {
            LOCK = MethodHandles.lookup().findVarHandle(Channel.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long number = NUMBERS.getAndIncrement();
    private final int capacity;
    private final boolean latest;

    /** Takes what is sent, if this channel stands for a remote one: then only its receivers are here. */
    private final @Nullable Channel<T> outward;

    private volatile String name = "unnamed";
    private volatile @Nullable Consumer<? super T> hook;

    private final ChannelMemory memory = new ChannelMemory();

    /** 1 while somebody holds it. By LOCK; by a plain assignment where no stack may be left for a call. */
    volatile int lock;

    // ---- guarded by the lock ---------------------------------------------------------------------------------------

    private final ElementRing<T> ring = new ElementRing<>();
    private final WaitList<T> senders = new WaitList<>();
    private final WaitList<T> receivers = new WaitList<>();
    /** Null until somebody had to wait for the lock. Written under the lock, read racily. */
    private @Nullable ElementRate rate;

    private boolean closed;
    private @Nullable Throwable cause;

    /** Whom the owner of the lock has claimed, linked: the owner wakes them when it has released the lock. */
    private @Nullable Waiter<T> claimed;

    private @Nullable Waiter<T> lastClaimed;

    /** What a newer element has replaced: reported when the lock has been released. */
    private @Nullable T displaced;

    /** Told, without the lock, of what a remote end has to know; null: there is none. Replaced, never changed. */
    private Runnable @Nullable [] watchers;

    /** Told, without the lock, after each step of an ended channel; null: there are none. */
    private @Nullable List<Runnable> endWatchers;

    /** Whether there is something to tell them when the lock is released. */
    private boolean changed;

    /** What the only pump has within reach: older than the buffer. Null until there was such a pump. */
    private @Nullable Prefetch<T> prefetch;

    /** Actors and threads that receive everything. */
    private int pumps;

    private int remoteReceivers;
    private int remoteSenders;

    private long sent;
    private long received;
    private long returned;
    private long undelivered;

    Channel(int capacity, boolean latest) {
        this.capacity = capacity;
        this.latest = latest;
        this.outward = null;
    }

    /** Stands for a remote channel. */
    Channel(Channel<T> outward) {
        this.capacity = 0;
        this.latest = false;
        this.outward = outward;
        this.name = outward.name;
    }

    /** The channel that takes what is sent to this one. */
    Channel<T> inlet() {
        return outward == null ? this : outward;
    }

    /**
     * Names the channel, for errors.
     *
     * @param newName of 1 to 200 characters that all show on one line
     * @return this channel
     * @throws IllegalArgumentException if it is not such a name
     */
    public Channel<T> named(String newName) {
        name = PlainText.name("a channel", newName);
        if (outward != null) {
            outward.name = name;
        }
        return this;
    }

    /**
     * Sets what gets the elements that nobody receives, for elements that hold resources: those given to an actor that ended
     * before it saw them, and those that {@link Channels#latest} replaces. Elements of ended actors also count as dead
     * letters of their system.
     *
     * @param action runs once per such element on a thread of the library; must be quick
     * @return this channel
     */
    public Channel<T> undelivered(Consumer<? super T> action) {
        hook = Objects.requireNonNull(action, "undelivered");
        if (outward != null) {
            outward.hook = hook;
        }
        return this;
    }

    /** {@return the name, for errors} */
    public String name() {
        return name;
    }

    /** {@return what has become of the elements so far, at one moment} */
    public ChannelStats stats() {
        lock();
        ChannelStats stats;
        try {
            int within = withinReach();
            stats = new ChannelStats(
                    sent,
                    received - within,
                    returned,
                    undelivered,
                    (long) ring.size() + within + senders.size(),
                    senders.size(),
                    receivers.size());
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
        return outward == null ? stats : stats.plus(outward.stats());
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    @Override
    public Promise<Void> send(T element) {
        if (outward != null) {
            return outward.send(element);
        }
        T given = Promises.exported(Objects.requireNonNull(element, "element"));
        int bytes = bytesOf(given);
        return offerIfOpen(given, bytes) ? Promise.done() : sendPatiently(given, bytes, false);
    }

    /**
     * Sends an element that found no room, perhaps.
     *
     * @param isThread whether a thread waits, which sends nothing else meanwhile: it may wait whatever memory is in use
     */
    private Promise<Void> sendPatiently(T element, int bytes, boolean isThread) {
        PendingSend<T> pending = new PendingSend<>(this, element, bytes + WAITER);
        Throwable refusal = waits(pending, isThread);
        if (refusal != null) {
            pending.refuse(refusal);
        }
        return pending.promise();
    }

    /** Tries again, and puts the sender into the list if it has to wait. Returns why it may not, or null. */
    @Nullable
    Throwable waits(Waiter<T> sender, boolean isThread) {
        T element = Objects.requireNonNull(sender.element(), "element");
        boolean refused = false;
        boolean done = false;
        boolean full = false;
        lock();
        try {
            refused = closed;
            done = !refused && offer(element, sender.bytes - WAITER);
            if (done) {
                sender.claim(null);
            } else if (!refused) {
                full = !isThread && memory.isFull(bytesInside(), sender.bytes, name);
                if (!full) {
                    enlistSender(sender);
                }
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        if (done) {
            sender.wake();
        }
        return refused ? closedToSenders() : full ? noMemory() : null;
    }

    private BackpressureException noMemory() {
        return new BackpressureException("a send must not wait when the memory of all queues is in use: channel=" + name
                + ", inside=" + stats().inside());
    }

    @Override
    public boolean trySend(T element) {
        if (outward != null) {
            return outward.trySend(element);
        }
        T given = Promises.exported(Objects.requireNonNull(element, "element"));
        return offerIfOpen(given, bytesOf(given));
    }

    private boolean offerIfOpen(T element, int bytes) {
        lock();
        boolean done;
        try {
            done = !closed && offer(element, bytes);
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        return done;
    }

    @Override
    public void put(T element) {
        put(element, UNLIMITED);
    }

    @Override
    public void put(T element, Duration limit) {
        Objects.requireNonNull(element, "element");
        checkWait("put", "send", limit);
        if (outward != null) {
            outward.put(element, limit);
        } else if (!trySend(element)) {
            T given = Promises.exported(element);
            waitFor(sendPatiently(given, bytesOf(given), true), limit);
        }
    }

    @Override
    public void close() {
        inlet().end(null);
    }

    @Override
    public void fail(Throwable failure) {
        inlet().end(Objects.requireNonNull(failure, "cause"));
    }

    void end(@Nullable Throwable failure) {
        lock();
        Waiter<T> told = null;
        try {
            if (!closed) {
                told = takeAll(receivers);
                closed = true;
                cause = failure;
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        tellEnd(told);
    }

    @Override
    public boolean isClosed() {
        if (outward != null) {
            return outward.isClosed();
        }
        lock();
        boolean seen = closed;
        unlock();
        return seen;
    }

    /** Ends it, and gives the senders that wait their elements back. */
    void shut(@Nullable Throwable failure) {
        end(failure);
        lock();
        Waiter<T> told;
        try {
            returned += senders.size();
            told = takeAll(senders);
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        tellEnd(told);
    }

    /** Those who wait, linked. */
    private static <T> @Nullable Waiter<T> takeAll(WaitList<T> waiting) {
        Waiter<T> first = null;
        Waiter<T> last = null;
        for (Waiter<T> next = waiting.poll(); next != null; next = waiting.poll()) {
            if (last == null) {
                first = next;
            } else {
                last.after = next; // in no list any more: the link is free
            }
            last = next;
        }
        return first;
    }

    private static <T> void tellEnd(@Nullable Waiter<T> first) {
        for (Waiter<T> told = first; told != null; ) {
            Waiter<T> next = told.after;
            told.after = null;
            told.end();
            told = next;
        }
    }

    // ---- receiving -------------------------------------------------------------------------------------------------

    @Override
    public Promise<T> receive() {
        PendingReceive<T> pending = new PendingReceive<>(this);
        Object next = pollOrEnlist(pending);
        if (next == ENDED) {
            pending.promise().fail(closedToReceivers());
        } else if (next != null) {
            pending.promise().complete(element(next));
        }
        return pending.promise();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // what pollOrEnlist returns beside ENDED
    static <T> T element(Object next) {
        return (T) next;
    }

    @Override
    public @Nullable T tryReceive() {
        lock();
        T element;
        try {
            element = poll();
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        return element;
    }

    @Override
    public T take() {
        return take(UNLIMITED);
    }

    @Override
    public T take(Duration limit) {
        checkWait("take", "receive", limit);
        T element = tryReceive();
        return element == null ? waitFor(receive(), limit) : element;
    }

    @Override
    public Promise<Void> each(Consumer<? super T> handler) {
        return ReceiverView.of(this).each(handler);
    }

    @Override
    public Promise<Void> each(int most, Function<? super T, ? extends @Nullable Promise<?>> handler) {
        return ReceiverView.of(this).each(most, handler);
    }

    @Override
    public <U> Receiver<U> map(Function<? super T, ? extends U> mapping) {
        return ReceiverView.of(this).map(mapping);
    }

    @Override
    public Receiver<T> filter(Predicate<? super T> condition) {
        return ReceiverView.of(this).filter(condition);
    }

    @Override
    public Receiver<T> merge(Receiver<? extends T> other) {
        return ReceiverView.of(this).merge(other);
    }

    @Override
    public Receiver<List<T>> batch(int most, Duration time) {
        return ReceiverView.of(this).batch(most, time);
    }

    @Override
    public <U, V> Receiver<V> zip(Receiver<U> other, BiFunction<? super T, ? super U, ? extends V> combination) {
        return ReceiverView.of(this).zip(other, combination);
    }

    @Override
    public String toString() {
        return "Channel[" + name + "]";
    }

    // ---- waiting threads -------------------------------------------------------------------------------------------

    void checkWait(String method, String instead, Duration limit) {
        Objects.requireNonNull(limit, "limit");
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("limit must be more than zero: limit=" + limit);
        }
        CallbackExecutor executor = CallbackExecutor.current();
        if (executor != null && !executor.mayBlock()) {
            throw new WaitRefusedException(
                    method + " must not be called in an actor's turn, it would block the worker: channel=" + name
                            + "; use " + instead);
        }
    }

    /** Waits for a promise of this package; takes it back if the wait ends before. */
    static <R> R waitFor(Promise<R> promise, Duration limit) {
        SimulationThread.Run simulation = promise.isSettled() ? null : SimulationThread.current();
        if (simulation != null) {
            runFor(promise, simulation);
        }
        try {
            return promise.await(limit);
        } catch (CallTimeoutException | CancellationException e) {
            if (promise.isSettled() || !promise.cancel()) { // it was served at the last moment
                return awaitUninterrupted(promise);
            }
            throw e;
        }
    }

    /** Where nobody else sends or receives, this thread lets them: as long as something happens without time passing. */
    private static void runFor(Promise<?> promise, SimulationThread.Run simulation) {
        boolean goesOn = true;
        while (goesOn && !promise.isSettled()) {
            goesOn = simulation.drive();
        }
        if (!promise.isSettled() && promise.cancel()) {
            throw new WaitRefusedException(
                    "a blocking call of a channel must not wait in the thread that runs a simulation when"
                            + " nothing happens unless time passes: " + promise
                            + "; use send, receive or once, and let the run go on until that has settled, by until of Simulation or"
                            + " Simulator, or by TestSystem.await(promise)");
        }
    }

    /** Waits for a promise that is about to settle; an interrupt stays set. */
    private static <R> R awaitUninterrupted(Promise<R> promise) {
        boolean interrupted = false;
        try {
            while (!promise.isSettled()) {
                interrupted |= Thread.interrupted();
                try {
                    return promise.await(UNLIMITED);
                } catch (CancellationException e) {
                    interrupted = true;
                }
            }
            return promise.await(UNLIMITED);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- under the lock --------------------------------------------------------------------------------------------

    /** Orders the locks of several channels. */
    long number() {
        return number;
    }

    /**
     * Takes the lock. Until {@link #release} or {@link #unlock} the caller has to see to it that nothing leaves the lock behind: no
     * memory, or no stack, else all others would wait for it for ever. Who catches that calls nobody, but writes the word.
     */
    void lock() {
        if (!LOCK.compareAndSet(this, 0, 1)) {
            lockSlowly();
        }
    }

    /**
     * Looks at the lock again and again, and less and less often: whoever has it may take it many times in a row then, which costs a
     * tenth of taking turns with another processor at each element. In the end yields, as its holder may have lost its processor.
     * The dispatcher is told how often the lock is taken: it may pay that all who do so are on one processor.
     */
    private void lockSlowly() {
        ElementRate known = rate; // before the lock is had: this takes less time than waiting
        if (known == null) {
            known = new ElementRate(sent + received, System.nanoTime()); // of steps that may be old
        }
        if (known.stepNanos() > 0) {
            CellThread.contended(known.stepNanos());
        }
        int looks = 0;
        int pauses = FIRST_PAUSES;
        do {
            if (looks < LOOKS) {
                looks++;
                for (int i = pauses; i > 0; i--) {
                    Thread.onSpinWait();
                }
                pauses = Math.min(MOST_PAUSES, 2 * pauses);
            } else {
                Thread.yield();
            }
        } while (lock != 0 || !LOCK.compareAndSet(this, 0, 1));
        if (rate == null) {
            rate = known;
        }
        try {
            if (known.isDue(sent + received)) {
                known.note(sent + received, System.nanoTime());
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
    }

    void unlock() {
        try {
            LOCK.setRelease(this, 0);
        } catch (StackOverflowError e) {
            lock = 0;
        }
    }

    /** Releases the lock, and tells the waiter that was claimed meanwhile. */
    void release() {
        MemoryAccount granted;
        List<Runnable> ending;
        try {
            granted = memory.note((long) ring.size() + senders.size(), senders.size());
            ending = closed && endWatchers != null ? List.copyOf(endWatchers) : null;
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        Waiter<T> told = claimed;
        T replaced = displaced;
        Runnable[] watching = changed || closed ? watchers : null;
        claimed = null;
        lastClaimed = null;
        displaced = null;
        changed = false;
        unlock();
        if (granted != null) {
            granted.recordLevel();
        }
        while (told != null) {
            Waiter<T> next = told.after;
            told.after = null; // before it may be put into a list again
            told.wake();
            told = next;
        }
        if (replaced != null) {
            report(replaced, null);
        }
        if (watching != null) {
            for (Runnable watcher : watching) {
                watcher.run();
            }
        }
        if (ending != null) {
            ending.forEach(Runnable::run);
        }
    }

    // ---- memory ----------------------------------------------------------------------------------------------------

    int bytesOf(Object element) {
        return memory.bytesOf(element);
    }

    /** From now on the elements count in the system of the calling turn, if there is one. Without the lock. */
    private void adopt() {
        MemoryBudget found = ChannelMemory.budgetOfTurn();
        if (found != null) {
            lock();
            try {
                memory.adopt(found, bytesInside(), name);
            } catch (Throwable e) {
                lock = 0;
                throw e;
            }
            release();
        }
    }

    /** What is inside, those that wait included. */
    private long bytesInside() {
        return ring.bytes() + senders.bytes();
    }

    /** Something is inside that cannot be refused. */
    private void grow() {
        memory.grow(bytesInside(), name);
    }

    private void shrink() {
        memory.shrink(bytesInside());
    }

    // ---- elements --------------------------------------------------------------------------------------------------

    boolean isEnded() {
        return closed && !hasElement();
    }

    private boolean hasElement() {
        return ring.size() > 0 || senders.size() > 0 || withinReach() > 0;
    }

    private int withinReach() {
        return prefetch == null ? 0 : prefetch.left();
    }

    /** Whether there is an element to receive. Takes the lock. */
    boolean hasElements() {
        lock();
        boolean some;
        try {
            some = hasElement();
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
        return some;
    }

    /** Whether nothing will be received any more. */
    boolean hasEnded() {
        lock();
        boolean ended;
        try {
            ended = isEnded();
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
        return ended;
    }

    boolean isShut() {
        return closed;
    }

    /** Gives the element to a receiver or into the buffer. False: neither is possible. */
    boolean offer(T element, int bytes) {
        for (Waiter<T> receiver = receivers.poll(); receiver != null; receiver = receivers.poll()) {
            if (receiver.claim(element)) {
                claimed(receiver);
                sent++;
                received++;
                return true;
            }
        }
        if (latest) {
            hold(element, bytes);
        } else if (hasRoom() && senders.size() == 0 && memory.tryGrow(bytesInside(), bytes, name)) {
            ring.add(element, bytes);
        } else {
            return false;
        }
        sent++;
        return true;
    }

    /** Asks what is left within the reach of the pump only if that matters: the pump writes it with each element. */
    private boolean hasRoom() {
        int size = ring.size();
        Prefetch<T> some = prefetch;
        return some == null ? size < capacity : size + some.atMost() < capacity || size + some.left() < capacity;
    }

    /** Keeps one element, the newest. */
    private void hold(T element, int bytes) {
        if (ring.size() == 0) {
            ring.add(element, bytes);
        } else {
            displaced = ring.replaceNewest(element, bytes);
            undelivered++;
            shrink();
        }
        grow();
    }

    void enlistSender(Waiter<T> sender) {
        senders.add(sender);
        sent++;
        grow();
    }

    /** The next element, or null. Lets senders that wait go on. */
    @Nullable
    T poll() {
        T element = prefetch == null ? null : prefetch.take();
        return element == null ? pollBuffer() : element;
    }

    private @Nullable T pollBuffer() {
        T element = ring.poll();
        if (element == null) {
            Waiter<T> sender = claimSender();
            element = sender == null ? null : sender.element();
        }
        if (element != null) {
            received++;
            if (capacity > 0 && senders.size() > 0 && ring.size() <= capacity / 2) {
                refill();
            }
            shrink();
        }
        return element;
    }

    /**
     * Takes the elements of senders that wait into the buffer. Only when half of it is free, so that a sender that is woken,
     * which costs far more than an element, finds room for many, and when memory is not short.
     */
    private void refill() {
        if (!memory.hasRoom()) {
            return; // at the latest when the buffer is empty they go on, one by one
        }
        for (int i = 0; i < MOST_CLAIMS && hasRoom(); i++) {
            Waiter<T> sender = claimSender();
            if (sender == null) {
                return;
            }
            ring.add(Objects.requireNonNull(sender.element(), "element"), sender.bytes - WAITER);
        }
    }

    private @Nullable Waiter<T> claimSender() {
        for (Waiter<T> sender = senders.poll(); sender != null; sender = senders.poll()) {
            if (sender.claim(null)) {
                claimed(sender);
                return sender;
            }
            returned++;
        }
        return null;
    }

    private void claimed(Waiter<T> waiter) {
        Waiter<T> last = lastClaimed;
        if (last == null) {
            claimed = waiter;
        } else {
            last.after = waiter; // in no list any more: the link is free
        }
        lastClaimed = waiter;
    }

    void enlistReceiver(Waiter<T> receiver) {
        changed = true;
        receivers.add(receiver);
    }

    // ---- with the lock of its own ----------------------------------------------------------------------------------

    /** The next element; {@link #ENDED}; or null: the receiver waits now. */
    @Nullable
    Object pollOrEnlist(Waiter<T> receiver) {
        return pollOrEnlist(receiver, null, null, 0);
    }

    /**
     * The same for a pump that has nothing within reach: if it is the only one, further elements are now.
     *
     * @param pump whose place the receiver is; null: it is none of a pump, or that wants one element only
     * @param most how many the pump would handle soon
     */
    @Nullable
    Object pollOrEnlist(Waiter<T> receiver, @Nullable ElementPump<T> pump, @Nullable Prefetch<T> reach, int most) {
        if (!memory.hasBudget()) {
            adopt();
        }
        lock();
        Object next;
        try {
            next = poll();
            if (next == null) {
                if (isEnded()) {
                    next = ENDED;
                } else {
                    enlistReceiver(receiver);
                }
            } else if (reach != null && pump != null && pumps == 1 && pump.joined) { // or the only one is another
                fill(reach, most);
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        return next;
    }

    /**
     * Less than half of the buffer, and less than all of it; with senders that wait less than until they go on. So whatever has to
     * be done when an element has been taken, for senders that wait and for an end, is done under the lock by who takes the next.
     */
    private void fill(Prefetch<T> reach, int most) {
        if (prefetch != reach) {
            fillBack();
        }
        int size = ring.size();
        int wanted = senders.size() > 0 ? size - capacity / 2 - 1 : Math.min((capacity - 1) / 2, size - 1);
        reach.fill(ring, Math.min(most, wanted));
        prefetch = reach;
        received += reach.left();
    }

    /** A pump does not go on soon: what it has within reach is in the buffer again. */
    void letGo() {
        lock();
        try {
            fillBack();
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
    }

    private void fillBack() {
        if (prefetch != null) {
            received -= prefetch.giveBack(ring);
            grow();
        }
    }

    /** Does what a clause of a choice wants, if that is possible now: its element, or null. */
    <S> @Nullable S attempt(Clause<S> clause) {
        lock();
        S given;
        try {
            given = clause.attempt();
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        return given;
    }

    /** Sends the element of a sender: returns it; {@link #ENDED}: the channel takes no more; or null: the sender waits now. */
    @Nullable
    Object offerOrEnlist(Waiter<T> sender) {
        T element = Objects.requireNonNull(sender.element(), "element");
        lock();
        Object outcome = null;
        try {
            if (closed) {
                outcome = ENDED;
            } else if (offer(element, sender.bytes - WAITER)) {
                outcome = element;
            } else {
                enlistSender(sender);
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        return outcome;
    }

    /**
     * A sender that was to go on sending has stopped with an element that nobody will get.
     *
     * @param isReturned whether it counts as returned so far; else it was never sent
     */
    void unsent(T element, CallbackExecutor sender, boolean isReturned) {
        lock();
        if (isReturned) {
            returned--;
        } else {
            sent++;
        }
        undelivered++;
        release();
        report(element, sender);
    }

    /** A sender does not wait any more: its element returns to it. False if it is in no list any more. Any thread. */
    boolean takeBack(Waiter<T> sender) {
        lock();
        boolean waited;
        try {
            waited = senders.remove(sender);
            if (waited) {
                returned++;
                shrink();
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
        return waited;
    }

    /** A receiver does not wait any more. Nothing if it is in no list any more. Any thread. */
    void withdraw(Waiter<T> receiver) {
        lock();
        try {
            changed |= receivers.remove(receiver);
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
    }

    /** A receiver does not want the element that it was given: it is the oldest again. Any thread. */
    void giveBack(T element) {
        int bytes = bytesOf(element);
        lock();
        try {
            fillBack();
            received--;
            Waiter<T> receiver = receivers.poll();
            while (receiver != null && !receiver.claim(element)) {
                receiver = receivers.poll();
            }
            if (receiver == null) {
                ring.addFirst(element, bytes);
                grow();
            } else {
                claimed(receiver);
                received++;
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
    }

    /** The receiver of an element has ended before it saw it. Any thread. */
    void lost(T element, @Nullable CallbackExecutor receiver) {
        lock();
        received--;
        undelivered++;
        release();
        report(element, receiver);
    }

    // ---- for remote ends -------------------------------------------------------------------------------------------

    /** Runs an action without the lock whenever the demand may have grown or ended, and after each step of an ended channel. */
    void watch(Runnable action) {
        lock();
        try {
            Runnable[] before = watchers == null ? new Runnable[0] : watchers;
            Runnable[] all = Arrays.copyOf(before, before.length + 1);
            all[before.length] = action;
            watchers = all;
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
    }

    /** Runs an action without the lock after each step of a channel that has ended, at once if it has. */
    void watchEnd(Runnable action) {
        lock();
        boolean now = closed;
        try {
            if (endWatchers == null) {
                endWatchers = new ArrayList<>(1);
            }
            endWatchers.add(action);
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
        if (now) {
            action.run();
        }
    }

    /** Takes back what {@link #watchEnd} has asked for. */
    void unwatchEnd(Runnable action) {
        lock();
        try {
            if (endWatchers != null) {
                endWatchers.remove(action);
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
    }

    void attach(Runnable action, boolean receives) {
        watch(action);
        lock();
        if (receives) {
            remoteReceivers++;
        } else {
            remoteSenders++;
        }
        unlock();
    }

    /** Returns whether it was the last remote end of its kind. */
    boolean detach(Runnable action, boolean receives) {
        lock();
        try {
            List<Runnable> left = new ArrayList<>(Arrays.asList(Objects.requireNonNull(watchers)));
            left.remove(action);
            watchers = left.isEmpty() ? null : left.toArray(new Runnable[0]);
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        boolean last = receives ? --remoteReceivers == 0 : --remoteSenders == 0;
        unlock();
        return last;
    }

    /** Somebody receives everything from now on. */
    void join(ElementPump<T> pump) {
        lock();
        pump.joined = true;
        pumps++;
        changed = true;
        release();
    }

    /** Somebody who received everything wants nothing more. */
    void leave(ElementPump<T> pump) {
        lock();
        try {
            if (pump.joined) {
                pump.joined = false;
                pumps--;
                fillBack();
                changed = true;
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        release();
    }

    /** Elements that are wanted now; {@link ElementSink#MANY}: as many as there are. */
    int demand() {
        lock();
        int wanted;
        try {
            if (closed) {
                wanted = 0;
            } else if (capacity > 0 || pumps > 0) {
                wanted = ElementSink.MANY;
            } else {
                wanted = receivers.waiting();
            }
        } catch (Throwable e) {
            lock = 0;
            throw e;
        }
        unlock();
        return wanted;
    }

    private void report(T element, @Nullable CallbackExecutor receiver) {
        Consumer<? super T> action = hook;
        if (action != null) {
            CallbackExecutor by = receiver == null ? CallbackExecutor.current() : receiver;
            OutsideExecutors threads = by == null ? OutsideExecutors.ofNoSystem() : by.outside();
            threads.ofThisThread().run(new Report<>(action, element));
        }
    }

    ChannelClosedException closedToSenders() {
        return new ChannelClosedException("a channel must be open to send to it: channel=" + name, failure());
    }

    ChannelClosedException closedToReceivers() {
        return new ChannelClosedException(
                "a channel must have elements or be open to receive from it: channel=" + name, failure());
    }

    /** The failure by which it has ended, or null. */
    @Nullable
    Throwable failure() {
        lock();
        Throwable seen = cause;
        unlock();
        return seen;
    }

    /** Gives an element to the hook. If there are no threads left, on the one that finds out. */
    private static final class Report<T> extends ExecutorTask {
        private final Consumer<? super T> action;
        private final T element;

        Report(Consumer<? super T> action, T element) {
            this.action = action;
            this.element = element;
        }

        @Override
        public void deliver(Object receiver) {
            action.accept(element);
        }

        @Override
        protected boolean abandon(Throwable reason) {
            action.accept(element);
            return false;
        }
    }
}
