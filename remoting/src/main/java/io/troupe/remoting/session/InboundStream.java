// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.PlainText;
import io.troupe.remoting.codec.Frame;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A stream that this side has opened to receive items. Any thread; what is said stays in order. */
final class InboundStream {
    private final Streams streams;
    private final WriteQueue out;
    private final SessionState state;
    private final CallHeaders headers;
    private final String name;
    private final @Nullable Object captured;

    /** Loop only; 0 until it is open. */
    private long stream;

    /** Set when it is opened; loop only. */
    private @Nullable StreamHandler handler;

    /**
     * Not open yet; has the context of the calling thread.
     *
     * @param name that the other side accepts
     */
    InboundStream(Streams streams, WriteQueue out, SessionState state, CallHeaders headers, String name) {
        this.streams = streams;
        this.out = out;
        this.state = state;
        this.headers = headers;
        this.name = name;
        this.captured = headers.capture();
    }

    /**
     * Opens it, soon.
     *
     * @param told what comes
     * @param onOpen gets the number, on the loop
     */
    void open(StreamHandler told, LongConsumer onOpen) {
        out.execute(() -> begin(told, onOpen));
        if (state.isDown()) { // the task may have been dropped; being told twice must be borne
            told.onLost(state.notSent("stream=" + PlainText.of(name)));
        }
    }

    private void begin(StreamHandler told, LongConsumer onOpen) {
        if (state.isDown()) {
            told.onLost(state.notSent("stream=" + PlainText.of(name)));
            return;
        }
        handler = told;
        stream = streams.open(told);
        out.urgent(headers.on(new Frame.Open(stream, name), captured));
        onOpen.accept(stream);
    }

    private boolean isOpen() {
        return stream != 0 && streams.find(stream) == handler;
    }

    /**
     * Allows the other side to send more items, where it waits for that.
     *
     * @param count 1 or more
     */
    void request(long count) {
        out.execute(() -> {
            if (isOpen()) {
                out.urgent(new Frame.Request(stream, count));
            }
        });
    }

    /** Wants no more items; the near end is told nothing any more. */
    void cancel() {
        out.execute(() -> {
            if (isOpen()) {
                streams.close(stream);
                out.urgent(new Frame.Cancel(stream));
            }
        });
    }
}
