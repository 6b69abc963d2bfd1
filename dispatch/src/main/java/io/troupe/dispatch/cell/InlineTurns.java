// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns on a thread that is no worker: when an event loop makes a cell ready whose worker has nothing to do, to hand it over costs
 * many times more than a short turn. So the loop keeps such cells until it has read what there is, and then runs one short turn
 * of each. What has more to do goes to its home after all. One thread, that of the loop, unless a method says otherwise.
 *
 * <p>Nobody knows whether a turn that has always been short will block this time. So cells are taken only while the loop
 * has one connection in use: what waits then for a cell is what has called it. A cell whose turns are not short stays out for a
 * hundred times as long, so that slow cells can take no more than about a hundredth of the loop's time. After turns that blocked
 * nothing is taken for a thousand times as long. Each has a second chance and a third, as a busy machine makes any turn
 * long ({@link Probation}). Watchdogs see what runs here.
 */
public final class InlineTurns {
    /** A few wake-ups: what a loop reads at once may bring a thousand messages. */
    private static final long SHORT_NANOS = 200_000;

    private static final int PENALTY = 100;

    /** A turn of that length has blocked, or might as well have. */
    private static final long BLOCKED_NANOS = 20_000_000;

    /** No busy machine takes a processor away for so long. */
    private static final long SURELY_BLOCKED_NANOS = 200_000_000;

    private static final int BAN = 1_000;

    /** All that have ever been open and whose loops live; for watchdogs. */
    private static final Set<InlineTurns> ALL =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    /** Cells that take longer per message are not even tried. */
    private static final int SLOWEST_NANOS = 5_000_000;

    /** As many messages as a loop reads at once, each of which may be for another cell; the slice below is what bounds the time. */
    private static final int MOST_WAITING = 512;

    private static final int MOST_TURNS = 512;
    private static final long SLICE_NANOS = 400_000;
    private static final TurnLimits LIMITS = new TurnLimits(1024, SHORT_NANOS, 1024);

    /** Places for those that stay out, by hash: a collision lets one in too early. */
    private static final int PLACES = 64;

    private final ArrayDeque<Cell> cells = new ArrayDeque<>();
    private final Out[] out = new Out[PLACES];
    private boolean open;

    /** Connections of the loop that are in use. */
    private int connections;

    private final LongSupplier clock;
    private final TurnLimits limits;
    private final Probation ban;

    /** The loop, since it has first been open. Read by watchdogs. */
    private volatile @Nullable Thread thread;

    /** Whose turn it is. Written by the loop, read by watchdogs. */
    private volatile @Nullable Cell running;

    /** Written by the loop with each turn; read racily by watchdogs, after {@link #running}. */
    private long turns;

    /** Nobody is taken in yet. */
    public InlineTurns() {
        this(System::nanoTime, LIMITS);
    }

    /**
     * Of a test.
     *
     * @param clock by which turns are long, in nanoseconds
     * @param limits of each turn
     */
    InlineTurns(LongSupplier clock, TurnLimits limits) {
        this.clock = clock;
        this.limits = limits;
        this.ban = new Probation(clock, BAN);
    }

    /** A cell that was slow. */
    private record Out(WeakReference<Cell> cell, Probation probation) {}

    /** Those of the calling thread, or null if it runs no turns. */
    public static @Nullable InlineTurns ofThread() {
        return Thread.currentThread() instanceof InlineRunner thread ? thread.inlineTurns() : null;
    }

    /** One more connection of the loop is in use. */
    public void connected() {
        connections++;
    }

    /** A connection of the loop has ended, or little has come or gone there lately. */
    public void disconnected() {
        connections--;
    }

    /** Takes cells in from now on, unless several connections would wait for them; {@link #close} must follow. */
    public void open() {
        if (thread == null) {
            thread = Thread.currentThread();
            ALL.add(this);
        }
        open = connections <= 1 && !ban.lasts();
    }

    // ---- for watchdogs, any thread -------------------------------------------------------------------------------

    /** Those of all loops of this process. */
    public static List<InlineTurns> all() {
        synchronized (ALL) {
            return List.copyOf(ALL);
        }
    }

    /** The loop. */
    public @Nullable Thread thread() {
        return thread;
    }

    /** The cell whose turn it is, or null. */
    public @Nullable Cell running() {
        return running;
    }

    /** How many turns there have been, as of the last read of {@link #running}. */
    public long turns() {
        return turns;
    }

    // ---- turns ---------------------------------------------------------------------------------------------------

    /**
     * Takes a cell that has become ready on this thread, if it may run elsewhere than at home, is not known to be slow, and there
     * is room. A cell whose messages have never been measured may do anything: it is not taken.
     *
     * @param cell that nobody else owns
     * @return whether it will have a turn here; else the caller has to schedule it
     */
    public boolean take(Cell cell) {
        if (!open || cells.size() >= MOST_WAITING || cell.isPinned()) {
            return false;
        }
        int service = cell.serviceNanos();
        if (service == 0 || service > SLOWEST_NANOS || isOut(cell)) {
            return false;
        }
        cells.add(cell);
        return true;
    }

    private boolean isOut(Cell cell) {
        Out entry = out[place(cell)];
        return entry != null && entry.probation.lasts() && entry.cell.get() == cell;
    }

    private static int place(Cell cell) {
        return System.identityHashCode(cell) & (PLACES - 1);
    }

    /** Runs the turns of those that were taken, and of those made ready by them; takes no more. */
    public void close() {
        if (!cells.isEmpty()) {
            try {
                runAll();
            } finally { // an error of the virtual machine leaves some, which must not wait until the loop reads again
                open = false;
                for (Cell cell = cells.poll(); cell != null; cell = cells.poll()) {
                    sendHome(cell);
                }
            }
        }
        open = false;
    }

    private void runAll() {
        long now = clock.getAsLong();
        long end = now + SLICE_NANOS;
        int count = 0;
        for (Cell cell = cells.poll(); cell != null; cell = cells.poll()) {
            if (++count > MOST_TURNS || now - end > 0) {
                sendHome(cell);
            } else {
                now = run(cell, now, end);
            }
        }
    }

    /** Returns the time afterwards. */
    private long run(Cell cell, long start, long end) {
        boolean more = true;
        boolean whole = false;
        boolean interrupted = Thread.interrupted(); // the loop's; no cell sees it, and none leaves its own
        CellThread.enter(cell);
        turns++;
        running = cell;
        try {
            more = cell.turn(limits);
            whole = true;
        } finally { // errors of the virtual machine only: the worker will meet the next one
            running = null;
            CellThread.enter(null);
            Thread.interrupted();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (!whole && !cell.hasEnded()) {
                sendHome(cell);
            }
        }
        long now = clock.getAsLong();
        if (now - start > SHORT_NANOS) {
            wasLong(cell, now, now - start);
        }
        if (more && now - end < 0 && now - start <= SHORT_NANOS) {
            cells.add(cell);
        } else if (more) {
            sendHome(cell);
        }
        return now;
    }

    private void wasLong(Cell cell, long now, long took) {
        int place = place(cell);
        Out entry = out[place];
        if (entry == null || entry.cell.get() != cell) {
            entry = new Out(new WeakReference<>(cell), new Probation(clock, PENALTY));
            out[place] = entry;
        }
        entry.probation.begin(now, took, false);
        if (took > BLOCKED_NANOS) {
            ban.begin(now, took, took > SURELY_BLOCKED_NANOS);
        }
    }

    private void sendHome(Cell cell) {
        boolean before = open;
        open = false; // not to be taken in again
        try {
            cell.home().onReady(cell);
        } finally {
            open = before;
        }
    }
}
