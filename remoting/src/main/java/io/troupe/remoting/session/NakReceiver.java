// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.pacing.QueuePressure;

/** Slows down what the other side complains about. Loop only. */
final class NakReceiver {
    /** Bytes or messages per second; whoever claims more does not need to be believed. */
    private static final double FASTEST = 1e12;

    private static final long MOST = 1L << 50;

    private final Clock clock;
    private final SessionState state;
    private final LinkWriter writer;
    private final OutCells cells;
    private final Streams streams;

    /** Written on the loop; read racily for statistics. */
    private long received;

    NakReceiver(Clock clock, SessionState state, LinkWriter writer, OutCells cells, Streams streams) {
        this.clock = clock;
        this.state = state;
        this.writer = writer;
        this.cells = cells;
        this.streams = streams;
    }

    /** Too much waits over there for a target or stream, or there is room again. */
    void onPause(Frame.Pause pause) {
        if (pause.scope() == Frame.Nak.Scope.LINK) {
            writer.onLargePause(pause.paused());
            return;
        }
        for (OutCell cell : cells.find(pause.scope(), pause.id())) {
            writer.onPause(cell, pause.paused());
        }
    }

    /** A queue of the other side fills up. */
    void onNak(Frame.Nak nak) {
        received++;
        QueuePressure pressure = new QueuePressure(
                Math.min(4, Math.max(1, nak.level())),
                Math.min(MOST, Math.max(0, nak.queued())),
                Math.min(MOST, Math.max(1, nak.capacity())),
                nak.drainRate() >= 0 ? Math.min(nak.drainRate(), FASTEST) : 0); // it may be no number at all
        QueuePressure inBytes = pressure;
        for (OutCell cell : cells.find(nak.scope(), nak.id())) {
            inBytes = state.peerCountsBytes() ? pressure : pressure.times(cell.meanBytes());
            cell.onPressure(inBytes, clock.nanos(), state.roundTrip());
        }
        StreamHandler handler = nak.scope() == Frame.Nak.Scope.STREAM ? streams.find(nak.id()) : null;
        if (handler != null) {
            handler.onPressure(inBytes, state.roundTrip());
        }
        NakEvents.nakReceived(state.peer(), nak, pressure);
    }

    /** Complaints so far. Any thread; racy. */
    long received() {
        return received;
    }
}
