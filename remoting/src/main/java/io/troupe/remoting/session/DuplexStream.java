// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.value.TypeSerializer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stream with items both ways: ends when both sides have sent their last one, or one does not want any more. */
final class DuplexStream implements StreamHandler {
    private final Streams streams;
    private final RemoteCallback<Object> out;
    private final ExportedCallback in;
    private long stream;
    private boolean peerEnded;

    /**
     * Not open yet.
     *
     * @param items makes the two directions
     * @param stream its number; 0: to be opened
     * @param handler gets where to send items, returns where received ones go
     */
    DuplexStream(
            ItemStreams items,
            Streams streams,
            long stream,
            TypeSerializer<?> outItems,
            TypeSerializer<?> inItems,
            Function<Callback<Object>, Callback<?>> handler) {
        this.streams = streams;
        this.stream = stream;
        this.out = items.remote(stream, outItems, direction -> lastSent());
        this.in = items.exported(handler.apply(out), inItems, null);
    }

    private void lastSent() {
        if (peerEnded) {
            streams.close(stream, this);
        }
    }

    /** The stream has its number. */
    void begin(long number) {
        stream = number;
        in.begin(number, this, out::onCancel);
    }

    /**
     * Opens it, in order with the items that follow. Any thread.
     *
     * @param name that the other side accepts
     * @return takes the items to send
     */
    Callback<Object> open(String name, CallHeaders headers) {
        out.send(new Opening(name, headers));
        return out;
    }

    private final class Opening extends StreamMessages.Piece {
        private final String name;
        private final CallHeaders headers;
        private final @Nullable Object captured;

        Opening(String name, CallHeaders headers) {
            this.name = name;
            this.headers = headers;
            this.captured = headers.capture();
        }

        @Override
        public Frame frame(OutCell cell) {
            long number = streams.open(DuplexStream.this);
            cell.stream(number);
            begin(number);
            return headers.on(new Frame.Open(number, name), captured);
        }

        @Override
        public void lost(LinkLostException cause) {
            onLost(cause);
        }
    }

    @Override
    public void onItem(Payload.Incoming value) {
        in.onItem(value);
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        peerEnded = true;
        in.onEnd(failure);
        return out.isEnded();
    }

    @Override
    public void onFail(Failure failure) {
        in.onEnd(failure);
        out.refused(Failures.toException(failure, "stream"));
    }

    @Override
    public void onCancel() {
        in.onEnd(null);
        out.onCancel();
    }

    @Override
    public void onGap(long count) {
        in.onGap(count);
    }

    @Override
    public void onLost(LinkLostException cause) {
        in.onLost(cause);
        out.onLost(cause);
    }
}
