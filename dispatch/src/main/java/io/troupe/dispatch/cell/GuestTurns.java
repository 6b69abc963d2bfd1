// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Turns on a thread that is no worker: when an event loop makes a cell ready whose worker has nothing to do, to hand it over costs many
 * times more than a short turn. So the loop keeps such cells until it has read what there is, and then runs one short turn of each.
 * What takes longer, or has more to do, goes to its home after all. One thread, that of the loop.
 *
 * <p>Only cells that are known to be quick are taken ({@link #isWelcome}), so a loop is not held up for longer than by its own work;
 * a cell that is slow for once holds it up once.
 */
public final class GuestTurns {
    /** A wake-up costs ten times as much. */
    private static final int QUICK_NANOS = 2_000;

    private static final int MOST_WAITING = 32;
    private static final int MOST_TURNS = 64;
    private static final long SLICE_NANOS = 100_000;
    private static final TurnLimits LIMITS = new TurnLimits(32, SLICE_NANOS / 2, 64);

    private final ArrayDeque<Cell> guests = new ArrayDeque<>();
    private boolean open;

    /** Nobody is taken in yet. */
    public GuestTurns() {}

    /** Those of the calling thread, or null if it takes no guests. */
    public static @Nullable GuestTurns ofThread() {
        return Thread.currentThread() instanceof GuestThread thread ? thread.guestTurns() : null;
    }

    /** Takes cells in from now on; {@link #close} must follow. */
    public void open() {
        open = true;
    }

    /**
     * Whether a turn of the cell is known to be short, and may run elsewhere than at home. For who has made it ready.
     *
     * @param cell that nobody else owns
     */
    public static boolean isWelcome(Cell cell) {
        int service = cell.serviceNanos();
        return service > 0 && service <= QUICK_NANOS && !cell.isPinned();
    }

    /**
     * Takes a cell that has become ready on this thread, if there is room.
     *
     * @param cell that nobody else owns
     * @return whether it will have a turn here; else the caller has to schedule it
     */
    public boolean take(Cell cell) {
        if (!open || guests.size() >= MOST_WAITING) {
            return false;
        }
        guests.add(cell);
        return true;
    }

    /** Runs the turns of those that were taken, and of those made ready by them; takes no more. */
    public void close() {
        if (!guests.isEmpty()) {
            long end = System.nanoTime() + SLICE_NANOS;
            int turns = 0;
            for (Cell cell = guests.poll(); cell != null; cell = guests.poll()) {
                if (++turns > MOST_TURNS || System.nanoTime() - end > 0) {
                    open = false;
                    cell.home().onReady(cell);
                } else {
                    run(cell);
                }
            }
        }
        open = false;
    }

    private void run(Cell cell) {
        boolean more = true;
        CellThread.enter(cell);
        try {
            more = cell.turn(LIMITS);
        } finally { // errors of the virtual machine only: the worker will meet the next one
            CellThread.enter(null);
            if (more && !cell.isClosed()) {
                sendHome(cell);
            }
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
