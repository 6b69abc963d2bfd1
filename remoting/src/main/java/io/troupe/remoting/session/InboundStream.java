// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.TypeSerializer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A stream that this side has opened to receive items. Any thread; what is said stays in order. */
final class InboundStream {
    private final StreamHost session;
    private final String name;
    private final StreamHandler end;
    private final LongConsumer onOpen;
    private final @Nullable Object captured;

    /** Loop only; 0 until it is open. */
    private long stream;

    private InboundStream(
            StreamHost session, String name, StreamHandler end, @Nullable Object captured, LongConsumer onOpen) {
        this.session = session;
        this.name = name;
        this.end = end;
        this.captured = captured;
        this.onOpen = onOpen;
    }

    /**
     * Opens a stream on which this side only receives. Any thread.
     *
     * @param session over which
     * @param name that the other side accepts
     * @param end told what comes
     */
    static InboundStream receive(StreamHost session, String name, StreamHandler end) {
        return new InboundStream(session, name, end, session.capture(), stream -> {}).open();
    }

    /**
     * The same, with a callback that complains when it cannot keep up. Any thread.
     *
     * @param session over which
     * @param name that the other side accepts
     * @param in serializer of the items
     * @param items gets them; whose end ends the stream
     * @param gaps gets how many items were left out; or null
     */
    static void receive(
            StreamHost session, String name, TypeSerializer<?> in, Callback<?> items, @Nullable Callback<Long> gaps) {
        Object captured = session.capture();
        session.execute(() -> {
            ExportedCallback end = new ExportedCallback(session, items, in, gaps);
            new InboundStream(session, name, end, captured, end::begin).open();
        });
        if (session.isDown()) { // the task may have been dropped
            items.fail(Failures.lost(session.downBecause(), "stream=" + name, false));
        }
    }

    private InboundStream open() {
        session.execute(this::begin);
        if (session.isDown()) { // the task may have been dropped; being told twice must be borne
            end.onLost(lost());
        }
        return this;
    }

    private LinkLostException lost() {
        return Failures.lost(session.downBecause(), "stream=" + name, false);
    }

    private void begin() {
        if (session.isDown()) {
            end.onLost(lost());
            return;
        }
        stream = session.streams().open(end);
        session.writer().urgent(session.headed(new Frame.Open(stream, name), captured));
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
    void request(long count) {
        session.execute(() -> {
            if (isOpen()) {
                session.writer().urgent(new Frame.Request(stream, count));
            }
        });
    }

    /** Wants no more items; the near end is told nothing any more. */
    void cancel() {
        session.execute(() -> {
            if (isOpen()) {
                session.streams().close(stream);
                session.writer().urgent(new Frame.Cancel(stream));
            }
        });
    }
}
