// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.remoting.frame.Frame.Nak.Scope;
import io.troupe.remoting.frame.To;
import io.troupe.remoting.outbound.OutCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The cells in which messages of this side wait to be sent, one per target or stream. Any thread unless said otherwise. */
public final class OutCells {
    private final Session session;
    private final int capacity;
    private final Set<OutCell> cells = ConcurrentHashMap.newKeySet();
    private final Map<String, OutCell> byName = new ConcurrentHashMap<>();

    OutCells(Session session, int capacity) {
        this.session = session;
        this.capacity = capacity;
    }

    /** The cell of a target by the name under which it is exposed over there. */
    public OutCell named(String name) {
        OutCell known = byName.get(name);
        return known != null ? known : byName.computeIfAbsent(name, any -> forTarget(To.name(name)));
    }

    OutCell forTarget(To to) {
        return keep(new OutCell(session.writer(), to, capacity));
    }

    OutCell forStream(long stream) {
        return keep(new OutCell(session.writer(), stream, capacity));
    }

    OutCell forStream(long stream, @Nullable Mailbox queue) {
        return keep(new OutCell(session.writer(), stream, queue));
    }

    private OutCell keep(OutCell cell) {
        cells.add(cell);
        if (session.isDown()) { // it may have come after the last look at the cells
            cell.end();
        }
        return cell;
    }

    void forget(OutCell cell) {
        cells.remove(cell);
    }

    /** The number of a name has become known. Loop only. */
    void known(String name, To to) {
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
        }
        cells.clear();
        byName.clear();
    }

    Collection<OutCell> all() {
        return cells;
    }
}
