// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.pacing.QueuePressure;

/** Tells the other side that queues of this one fill up, or that it has to pause. Loop only. */
final class NakSender {
    private final WriteQueue queue;
    private final SessionState state;

    NakSender(WriteQueue queue, SessionState state) {
        this.queue = queue;
        this.state = state;
    }

    /**
     * A queue of this side fills up.
     *
     * @param meanBytes of a message, for peers that count messages
     */
    void complain(Frame.Nak.Scope scope, long id, QueuePressure inBytes, double meanBytes) {
        QueuePressure pressure = state.peerCountsBytes() ? inBytes : inBytes.times(1 / Math.max(1, meanBytes));
        queue.urgent(new Frame.Nak(
                scope, id, pressure.level(), pressure.queued(), pressure.capacity(), pressure.drainRate()));
        NakEvents.nakSent(state.peer(), scope, id, pressure);
    }

    /** Too much waits here for a target or stream, or there is room again. */
    void pause(Frame.Nak.Scope scope, long id, boolean on) {
        queue.urgent(new Frame.Pause(scope, id, on));
    }
}
