// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame.Nak.Scope;
import io.troupe.remoting.codec.TargetId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The cells in which messages of this side wait to be sent, one per target or stream. Any thread unless said otherwise. */
final class OutCells {
    private final Clock clock;
    private final WriteQueue queue;
    private final FrameFactory frames;
    private final SessionState state;
    private final int capacity;
    private final MemoryBudget budget;
    private final AtomicInteger made = new AtomicInteger();
    private final Set<OutCell> cells = ConcurrentHashMap.newKeySet();
    private final Map<String, OutCell> byName = new ConcurrentHashMap<>();

    /** Guarded by this. */
    private @Nullable OutCell keyed;

    /**
     * No cells yet.
     *
     * @param clock of the system
     * @param queue told of cells that have something to send
     * @param frames told what is lost
     * @param state whether the link has ended
     * @param capacity messages that may wait in each cell
     * @param budget of what waits in all of them
     */
    OutCells(
            Clock clock, WriteQueue queue, FrameFactory frames, SessionState state, int capacity, MemoryBudget budget) {
        this.clock = clock;
        this.queue = queue;
        this.frames = frames;
        this.state = state;
        this.capacity = capacity;
        this.budget = budget;
    }

    /** The cell of a target by the name under which it is exposed over there. */
    OutCell named(String name) {
        OutCell known = byName.get(name);
        return known != null ? known : byName.computeIfAbsent(name, any -> forTarget(TargetId.name(name)));
    }

    /** The one cell of all targets that the other side finds by key: a cell for each would be dear. */
    synchronized OutCell keyed() {
        OutCell known = keyed;
        if (known == null) {
            known = forTarget(TargetId.keyNumber(0));
            keyed = known;
        }
        return known;
    }

    /** A cell for a target. */
    OutCell forTarget(TargetId to) {
        return keep(new OutCell(birth(), queue, frames, to, capacity, budget));
    }

    /** A cell for a stream. */
    OutCell forStream(long stream) {
        return keep(new OutCell(birth(), queue, frames, stream, capacity, budget));
    }

    /** A cell for a stream, with a queue of its own; null: without a bound. */
    OutCell forStream(long stream, @Nullable Mailbox mailbox) {
        return keep(new OutCell(birth(), queue, frames, stream, mailbox));
    }

    private OutCell.Birth birth() {
        return new OutCell.Birth(made.getAndIncrement(), clock.nanos());
    }

    private OutCell keep(OutCell cell) {
        cells.add(cell);
        if (state.isDown()) { // it may have come after the last look at the cells
            cell.end();
        }
        return cell;
    }

    /** Nothing more is put into the cell. */
    void forget(OutCell cell) {
        cells.remove(cell);
    }

    /** The number of a name has become known. Loop only. */
    void known(String name, TargetId to) {
        OutCell cell = byName.get(name);
        if (cell != null) {
            cell.to(to);
        }
    }

    /** The cells that a complaint is about. Loop only. */
    List<OutCell> find(Scope scope, long id) {
        List<OutCell> found = new ArrayList<>();
        for (OutCell cell : cells) {
            boolean meant =
                    switch (scope) {
                        case LINK -> true;
                        case TARGET -> cell.stream() == 0 && cell.to().id() == id;
                        case STREAM -> cell.stream() == id;
                    };
            if (meant) {
                found.add(cell);
            }
        }
        return found;
    }

    /**
     * The other side has refused a message: if it is one that has left in part, its sender has been told of its fate. Loop
     * only.
     */
    void refused(Failure failure) {
        if (failure.fields().isEmpty()) {
            return;
        }
        for (OutCell cell : cells) {
            FragmentedFrame unsent = cell.pieces();
            if (unsent != null && Failures.isOfPieces(failure, unsent.number())) {
                unsent.ifLost(() -> {});
            }
        }
    }

    /** Whether anything waits to be sent. Any thread; racy. */
    boolean isWaiting() {
        for (OutCell cell : cells) {
            if (cell.depth(1) > 0) {
                return true;
            }
        }
        return false;
    }

    /** The link has ended: what waits is lost. Loop only. */
    void end() {
        for (OutCell cell : cells) {
            cell.end();
            cell.endPieces();
        }
        cells.clear();
        byName.clear();
    }

    /** All cells; racy. */
    Collection<OutCell> all() {
        return cells;
    }
}
