// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells turns when their time is over. A turn asks after each message, so that no pattern of costs deceives it; a clock
 * reading per message would cost as much as a cheap message does. So one thread of the process counts a tick about each
 * millisecond while turns run, and a turn compares two numbers. While that thread sleeps, turns read the real clock; a burst
 * of turns wakes it. Turns of slow cells always read the real clock, which costs little beside their messages, and let the
 * thread sleep. Any thread.
 *
 * <p>Invariant: only the ticker moves WANTED to UNWANTED, at a tick, and UNWANTED to ASLEEP, many ticks later; so a turn that
 * has found or made the clock WANTED sees another tick. Known race: a turn begins while the ticker falls asleep. Both use
 * compare-and-set from UNWANTED; one of the two wins, and the other one sees it.
 */
public final class SliceClock extends Padding {
    /** With what a timed sleep adds to it, a tick comes within a millisecond. */
    static final long TICK_NANOS = 900_000;

    /** Turns that read the real clock until they wake the ticker. */
    private static final int COLD_TURNS = 64;

    private static final int UNWANTED_TICKS = 32;
    /** Messages that take so long are worth a reading of the real clock each: some 30 ns. */
    private static final int SLOW_NANOS = 5_000;
    /** More than three seconds; few enough that the ticks of all turns of a century have a number. */
    private static final long LONGEST_TURN_TICKS = 1 << 12;

    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A turn has begun since the last tick. */
    private static final int WANTED = 0;
    /** No turn has, yet. */
    private static final int UNWANTED = 1;
    /** No tick is to be expected. */
    private static final int ASLEEP = 2;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(SliceClock.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The clock of all turns that have limited time. */
    static final SliceClock SHARED = new SliceClock(System::nanoTime, true);

    /** For turns without a limit in time: here it never passes. */
    static final SliceClock STOPPED = ticking();

    private final LongSupplier nanos;
    private final boolean hasTicker;
    private final long origin;

    /** Ticks so far. The ticker writes, turns read. */
    private volatile long ticks;

    private volatile int state = ASLEEP;

    /** Turns since the ticker fell asleep; some may get lost, as all threads count without care. */
    private int coldTurns;

    private @Nullable Thread ticker; // guarded by this

    private SliceClock(LongSupplier nanos, boolean hasTicker) {
        this.nanos = nanos;
        this.hasTicker = hasTicker;
        this.origin = nanos.getAsLong();
    }

    /**
     * A clock without a thread, for tests: turns read the given time after each message.
     *
     * @param nanos a time that never runs backwards, in nanoseconds
     */
    public static SliceClock reading(LongSupplier nanos) {
        return new SliceClock(nanos, false);
    }

    /**
     * A clock that stands still until {@link #endTurn} is called: for turns that end when there is no room for what they make.
     * Their slices must be given as three seconds or less. For one thread.
     */
    public static SliceClock standing() {
        return ticking();
    }

    /** The present turn is over with the present message. Only of a clock that stands still; its thread. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void endTurn() {
        ticks += LONGEST_TURN_TICKS;
    }

    /** A clock that stands still between the ticks it is given by {@link #advance}. */
    static SliceClock ticking() {
        SliceClock clock = new SliceClock(() -> 0, false);
        clock.state = WANTED;
        return clock;
    }

    /** A clock for tests, which play its ticker. */
    static SliceClock unwanted(LongSupplier nanos) {
        SliceClock clock = new SliceClock(nanos, true);
        clock.state = UNWANTED;
        return clock;
    }

    /** Whether a turn has begun since the last tick that needs the next one. */
    boolean isWanted() {
        return state == WANTED;
    }

    /**
     * A turn begins.
     *
     * @param sliceNanos how long it may take; at least a tick if the ticker is awake
     * @param serviceNanos what a message of this turn is known to take; 0: not known
     * @return what {@link #isOver} wants to know
     */
    long begin(long sliceNanos, int serviceNanos) {
        if (hasTicker && serviceNanos >= SLOW_NANOS) {
            return beginReal(sliceNanos);
        }
        if (state != WANTED && !want()) {
            return beginCold(sliceNanos);
        }
        return ticks + (sliceNanos <= TICK_NANOS ? 1 : sliceNanos / TICK_NANOS);
    }

    /** Whether the time of a turn is over. Its thread, after each message. */
    boolean isOver(long begun) {
        return begun >= 0 ? ticks >= begun : isOverCold(begun);
    }

    /** The time, for measurements of single messages. */
    long nanoTime() {
        return nanos.getAsLong();
    }

    private boolean want() {
        return (int) STATE.compareAndExchange(this, UNWANTED, WANTED) != ASLEEP;
    }

    private long beginCold(long sliceNanos) {
        if (hasTicker && ++coldTurns >= COLD_TURNS) {
            wakeTicker();
        }
        return beginReal(sliceNanos);
    }

    private long beginReal(long sliceNanos) {
        long longest = Math.max(sliceNanos, TICK_NANOS); // as if the ticker were awake
        return ~(nanos.getAsLong() - origin + longest); // negative: not to be mistaken for a tick
    }

    private boolean isOverCold(long begun) {
        return nanos.getAsLong() - origin >= ~begun;
    }

    // ---- the ticker ----------------------------------------------------------------------------------------------

    private synchronized void wakeTicker() {
        coldTurns = 0;
        if (ticker != null) {
            LockSupport.unpark(ticker);
            state = WANTED;
            return;
        }
        try {
            Thread thread = new Thread(null, this::tick, "troupe-slices", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null); // it may be that of an application that ends before
            thread.start();
            ticker = thread;
            state = WANTED;
        } catch (OutOfMemoryError e) {
            // no more threads: turns go on to read the real clock
        }
    }

    /** Ticks while turns begin, sleeps without ticking while none does, and ends after a while of that. */
    private void tick() {
        do {
            int unwanted = 0;
            while (unwanted < UNWANTED_TICKS || !STATE.compareAndSet(this, UNWANTED, ASLEEP)) {
                LockSupport.parkNanos(this, TICK_NANOS);
                Thread.interrupted(); // or the next sleep would be none
                advance();
                unwanted = unwant() ? 0 : unwanted + 1;
            }
            LockSupport.parkNanos(this, LIFE_NANOS);
        } while (!ends());
    }

    /** One tick. The ticker, or a test. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void advance() {
        ticks++;
    }

    /** Returns whether a turn had wanted the last tick. The ticker, or a test. */
    boolean unwant() {
        return STATE.compareAndSet(this, WANTED, UNWANTED);
    }

    /** Who comes later starts another thread. */
    private synchronized boolean ends() {
        if (state != ASLEEP) {
            return false;
        }
        ticker = null;
        return true;
    }
}
