// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLost;
import io.troupe.remoting.frame.Frame;
import java.util.function.LongConsumer;

/** A stream that this side has opened to receive items. Any thread; what is said stays in order. */
public final class StreamIn {
    private final Session session;
    private final String name;
    private final StreamEnd end;
    private final LongConsumer onOpen;

    /** Loop only; 0 until it is open. */
    private long stream;

    StreamIn(Session session, String name, StreamEnd end, LongConsumer onOpen) {
        this.session = session;
        this.name = name;
        this.end = end;
        this.onOpen = onOpen;
    }

    StreamIn open() {
        session.execute(this::begin);
        if (session.isDown()) { // the task may have been dropped; being told twice must be borne
            end.onLost(lost());
        }
        return this;
    }

    private LinkLost lost() {
        return Failures.lost(session.downBecause(), "stream=" + name, false);
    }

    private void begin() {
        if (session.isDown()) {
            end.onLost(lost());
            return;
        }
        stream = session.streams().open(end);
        session.writer().urgent(new Frame.Open(stream, name));
        onOpen.accept(stream);
    }

    private boolean isOpen() {
        return stream != 0 && session.streams().find(stream) == end;
    }

    /**
     * Allows the other side to send more items, where it waits for that.
     *
     * @param count 1 or more
     */
    public void request(long count) {
        session.execute(() -> {
            if (isOpen()) {
                session.writer().urgent(new Frame.Request(stream, count));
            }
        });
    }

    /** Wants no more items; the near end is told nothing any more. */
    public void cancel() {
        session.execute(() -> {
            if (isOpen()) {
                session.streams().close(stream);
                session.writer().urgent(new Frame.Cancel(stream));
            }
        });
    }
}
