// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.pacing.QueuePressure;

/** Negative acknowledgements of both sides: that a queue fills up. Loop only. */
final class NakSender {
    /** Bytes or messages per second; whoever claims more does not need to be believed. */
    private static final double FASTEST = 1e12;

    private static final long MOST = 1L << 50;

    private final Session session;

    /** Written on the loop; read racily for statistics. */
    private long received;

    NakSender(Session session) {
        this.session = session;
    }

    /** A queue of this side fills up. */
    void send(Frame.Nak.Scope scope, long id, QueuePressure pressure) {
        session.writer()
                .urgent(new Frame.Nak(
                        scope, id, pressure.level(), pressure.queued(), pressure.capacity(), pressure.drainRate()));
        NakEvents.nakSent(session.peerAddress(), scope, id, pressure);
    }

    /** Too much waits here for a target or stream, or there is room again. */
    void pause(Frame.Nak.Scope scope, long id, boolean on) {
        session.writer().urgent(new Frame.Pause(scope, id, on));
    }

    /** Too much waits over there for a target or stream, or there is room again. */
    void onPause(Frame.Pause pause) {
        if (pause.scope() == Frame.Nak.Scope.LINK) {
            session.writer().onLargePause(pause.paused());
            return;
        }
        for (OutCell cell : session.cells().find(pause.scope(), pause.id())) {
            session.writer().onPause(cell, pause.paused());
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
        for (OutCell cell : session.cells().find(nak.scope(), nak.id())) {
            inBytes = session.peerCountsBytes() ? pressure : pressure.times(cell.meanBytes());
            session.writer().onPressure(cell, inBytes, session.roundTrip());
        }
        StreamHandler end =
                nak.scope() == Frame.Nak.Scope.STREAM ? session.streams().find(nak.id()) : null;
        if (end != null) {
            end.onPressure(inBytes, session.roundTrip());
        }
        NakEvents.nakReceived(session.peerAddress(), nak, pressure);
    }

    long received() {
        return received;
    }
}
