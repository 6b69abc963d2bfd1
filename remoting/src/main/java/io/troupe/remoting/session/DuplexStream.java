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
    private final StreamHost session;
    private final RemoteCallback<Object> out;
    private final ExportedCallback in;
    private long stream;
    private boolean peerEnded;

    private DuplexStream(StreamHost session, long stream, TypeSerializer<?> outSerializer, InSide inSide) {
        this.session = session;
        this.stream = stream;
        this.out = new RemoteCallback<>(session, stream, outSerializer, this::lastSent);
        this.in = inSide.begin(session, out);
    }

    /**
     * The near end of a stream that the other side opens.
     *
     * @param session over which
     * @param stream its number
     * @param out serializer of the items to send
     * @param in serializer of the items to receive
     * @param handler gets where to send items, returns where received ones go
     */
    static StreamHandler accepted(
            StreamHost session,
            long stream,
            TypeSerializer<?> out,
            TypeSerializer<?> in,
            Function<Callback<Object>, Callback<?>> handler) {
        DuplexStream duplex = new DuplexStream(
                session, stream, out, (over, sink) -> new ExportedCallback(over, handler.apply(sink), in));
        duplex.in.begin(stream, duplex);
        return duplex;
    }

    private void lastSent() {
        if (peerEnded) {
            session.streams().close(stream);
        }
    }

    /**
     * Opens a stream, in order with the items that follow. Any thread.
     *
     * @param session over which
     * @param name that the other side accepts
     * @param outSerializer of the items to send
     * @param inSerializer of the items to receive
     * @param items gets them
     * @return takes the items to send
     */
    static Callback<Object> opened(
            StreamHost session,
            String name,
            TypeSerializer<?> outSerializer,
            TypeSerializer<?> inSerializer,
            Callback<?> items) {
        DuplexStream duplex = new DuplexStream(
                session, 0, outSerializer, (over, out) -> new ExportedCallback(over, items, inSerializer));
        duplex.out.send(new Opening(session, name, duplex));
        return duplex.out;
    }

    /** Makes the side that receives, when the side that sends is known. */
    private interface InSide {
        /** Where received items go. */
        ExportedCallback begin(StreamHost session, Callback<Object> out);
    }

    private static final class Opening extends StreamMessages.Piece {
        private final StreamHost session;
        private final String name;
        private final DuplexStream duplex;
        private final @Nullable Object captured;

        Opening(StreamHost session, String name, DuplexStream duplex) {
            this.session = session;
            this.name = name;
            this.duplex = duplex;
            this.captured = session.capture();
        }

        @Override
        public Frame frame(OutCell cell) {
            long stream = session.streams().open(duplex);
            cell.stream(stream);
            duplex.stream = stream;
            duplex.in.begin(stream, duplex);
            return session.headed(new Frame.Open(stream, name), captured);
        }

        @Override
        public void lost(LinkLostException cause) {
            duplex.onLost(cause);
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
