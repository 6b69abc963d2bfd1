// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a cell sends until something has happened elsewhere, for example until a database has committed. Each closing
 * has a number; what is sent behind it leaves when that number and all before it are open, in the order sent. A part of
 * the {@link Outbox}; only for the owner of the cell, in its turns. The cell itself goes on meanwhile.
 *
 * <p>Cells without a gate pay for one plain read of a static field per message. It is written before the first gate exists, by
 * the owner of its cell; it travels with the cell from owner to owner, so no owner of a cell with a gate misses it.
 */
public final class OutputGate {
    /** Whether there ever was a gate in this virtual machine. */
    private static boolean used;

    /** Made at first need, and dropped when all has left; null: nothing is held. */
    private @Nullable Deque<Held> held;

    private long closed;
    private long open;
    /** Whether what was held is being sent. */
    private boolean flushing;

    OutputGate() {}

    /** Whether there is any gate; false is exact for cells without one only. */
    public static boolean isUsed() {
        return used;
    }

    /**
     * The gate of a cell, made at first need. Owner only.
     *
     * @param cell whose turn runs
     */
    public static OutputGate of(Cell cell) {
        used = true;
        return cell.ownOutbox().ownGate();
    }

    /** The gate of the cell whose turn the calling thread runs; null if it has none. */
    public static @Nullable OutputGate current() {
        Cell cell = CellThread.currentCell();
        Outbox outbox = cell == null ? null : cell.outboxIfAny();
        return outbox == null ? null : outbox.gateIfAny();
    }

    /** Whether the message waits behind the gate of its sender now. The sender's thread. */
    static boolean holds(Cell target, Message message) {
        OutputGate gate = current();
        return gate != null && gate.hold(target, message);
    }

    /** Closes the gate for all that is sent from now on. Returns the number of this closing, for {@link #open}. */
    public long close() {
        return ++closed;
    }

    /** Whether everything leaves at once. */
    public boolean isOpen() {
        return open == closed || flushing;
    }

    /**
     * Lets out what was sent before the next closing. A message that cannot be sent, as the mailbox of its target throws, keeps
     * nothing back: that is thrown when all others are out.
     *
     * @param number of the newest closing that is over; all before it are over as well
     */
    public void open(long number) {
        open = Math.max(open, number);
        boolean outer = flushing;
        flushing = true;
        try {
            leaveAll();
        } finally {
            flushing = outer;
        }
    }

    private void leaveAll() {
        Throwable failure = null;
        for (Held first = take(open); first != null; first = take(open)) {
            try {
                first.leave();
            } catch (Throwable e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
    }

    /**
     * Runs an action when everything that is closed now is open: at once, or in a later turn.
     *
     * @param action must not throw
     * @param dropped runs in its place if the gate is discarded; gets the cause and must not throw
     */
    public void whenOpen(Runnable action, Consumer<Throwable> dropped) {
        if (isOpen()) {
            action.run();
        } else {
            keep(new Held(closed, null, null, action, dropped));
        }
    }

    /**
     * Opens the gate and drops what is held.
     *
     * @param cause why, for those whose actions were held
     * @param dropped gets each message that was held with its target, in order
     */
    public void discard(Throwable cause, BiConsumer<Cell, Message> dropped) {
        open = closed;
        for (Held first = take(Long.MAX_VALUE); first != null; first = take(Long.MAX_VALUE)) {
            if (first.target != null && first.message != null) {
                dropped.accept(first.target, first.message);
            } else if (first.dropped != null) {
                first.dropped.accept(cause);
            }
        }
    }

    private boolean hold(Cell target, Message message) {
        if (isOpen()) {
            return false;
        }
        keep(new Held(closed, target, message, null, null));
        return true;
    }

    private void keep(Held last) {
        if (held == null) {
            held = new ArrayDeque<>(2);
        }
        held.add(last);
    }

    /** The first, if its closing is not behind that number. */
    private @Nullable Held take(long number) {
        Deque<Held> all = held;
        Held first = all == null ? null : all.peek();
        if (all == null || first == null || first.number > number) {
            return null;
        }
        all.poll();
        if (all.isEmpty()) {
            held = null;
        }
        return first;
    }

    /** A message with its target, or an action with what takes its place. */
    private record Held(
            long number,
            @Nullable Cell target,
            @Nullable Message message,
            @Nullable Runnable action,
            @Nullable Consumer<Throwable> dropped) {
        void leave() {
            if (action != null) {
                action.run();
            } else if (target != null && message != null) {
                Offer outcome = target.offer(message);
                if (outcome == Offer.FULL || outcome == Offer.DROPPED) {
                    target.overflowed(message);
                }
            }
        }
    }
}
