// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.inbound;

import io.troupe.core.actor.OutletHost;
import io.troupe.core.message.Outlet;
import io.troupe.dispatch.cell.Cell;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.pacing.Pressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.transport.Connection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What all gates of a link share: how much is held back in total, and when to stop reading because it is too much. Loop only.
 */
public final class GateKeeper {
    private static final long RETRY_NANOS = 1_000_000;

    /** More than enough for the queue of one actor; small messages count by number, large ones by this. */
    private static final long QUEUE_BYTES = 8L << 20;

    /** What a message takes in memory besides its contents, roughly. */
    private static final int OBJECT = 64;

    private final InboundHost session;
    private final Connection connection;
    private final int heldLimit;
    private final Set<Gate> holding = new LinkedHashSet<>();
    private long heldBytes;
    private boolean stopped;
    private boolean retrying;
    private long now = System.nanoTime();

    /** Written on the loop; read racily for statistics. */
    private long messages;

    private long naks;

    /** Holds nothing back. */
    public GateKeeper(InboundHost session, Connection connection, int heldLimit) {
        this.session = session;
        this.connection = connection;
        this.heldLimit = heldLimit;
    }

    /** Time of the piece of input that is being read: one look at the clock for all of its frames. */
    public void at(long nanos) {
        now = nanos;
    }

    /** The same. */
    public long now() {
        return now;
    }

    void counted() {
        messages++;
    }

    OutletHost host() {
        return session.host();
    }

    long roundTrip() {
        return session.roundTrip();
    }

    Gate newGate(Outlet outlet, long id) {
        return new Gate(outlet, id, this, session.limits().receiveQueue());
    }

    QueueWatch watch(Cell cell, int capacity) {
        return session.pressures().open(cell, capacity, QUEUE_BYTES);
    }

    void unwatch(Cell cell) {
        session.pressures().close(cell);
    }

    void complain(long id, Pressure pressure) {
        naks++;
        session.complain(Frame.Nak.Scope.TARGET, id, pressure);
    }

    /** A gate has held something back. */
    void hold(Gate gate, int bytes) {
        heldBytes += bytes + OBJECT;
        holding.add(gate);
        if (!stopped && heldBytes > heldLimit) {
            stopped = true;
            session.readOn(false);
        }
        if (!retrying) {
            retrying = true;
            connection.schedule(RETRY_NANOS, this::retry);
        }
    }

    /** Something held back has gone. */
    void passed(int bytes) {
        heldBytes -= bytes + OBJECT;
    }

    private void retry() {
        retrying = false;
        now = System.nanoTime();
        for (Gate gate : List.copyOf(holding)) {
            if (gate.retry()) {
                holding.remove(gate);
            }
        }
        if (stopped && heldBytes <= heldLimit / 2) {
            stopped = false;
            session.readOn(true);
        }
        if (!holding.isEmpty()) {
            retrying = true;
            connection.schedule(RETRY_NANOS, this::retry);
        }
    }

    long messages() {
        return messages;
    }

    /** Complaints sent. Any thread; racy. */
    public long naks() {
        return naks;
    }

    /** Bytes held back. Any thread; racy. */
    public long heldBytes() {
        return heldBytes;
    }
}
