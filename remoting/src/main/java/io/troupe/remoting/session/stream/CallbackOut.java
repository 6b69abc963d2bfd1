// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.stream;

import io.troupe.core.error.LinkLost;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Observer;
import io.troupe.remoting.frame.Failure;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.frame.Payload;
import io.troupe.remoting.pacing.Pressure;
import io.troupe.remoting.pacing.QueueWatch;
import io.troupe.remoting.shape.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A callback of this side that was handed over: passes on the items that come, complains when they pile up. Loop only. */
public final class CallbackOut implements StreamEnd {
    private static final long QUEUE_BYTES = 8L << 20;

    private final StreamHost session;
    private final Callback<Object> callback;
    private final @Nullable Callback<Long> gaps;
    private final List<Shape<?>> shape;
    private final QueueWatch watch;
    private final QueueWatch.Share share;
    private long stream;
    private long items;
    private StreamEnd near = this;
    private boolean peerEnded;

    /** Nothing has come yet. */
    public CallbackOut(StreamHost session, Callback<?> callback, Shape<?> shape) {
        this(session, callback, shape, null);
    }

    /**
     * With somebody who is told about gaps.
     *
     * @param gaps gets how many items were left out; ends with the callback
     */
    @SuppressWarnings("unchecked") // its items are decoded by their shape
    CallbackOut(StreamHost session, Callback<?> callback, Shape<?> shape, @Nullable Callback<Long> gaps) {
        this.session = session;
        this.gaps = gaps;
        this.callback = (Callback<Object>) callback;
        this.shape = List.of(shape);
        long now = session.now();
        this.watch = new QueueWatch(now, 0, session.limits().receiveQueue(), QUEUE_BYTES);
        this.share = watch.open(now);
    }

    /** The stream has its number. */
    public void begin(long number) {
        begin(number, this);
    }

    /**
     * The stream has its number.
     *
     * @param end of this side: this object, or what it is a part of
     */
    void begin(long number, StreamEnd end) {
        stream = number;
        near = end;
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void nothing) {
                session.execute(CallbackOut.this::endedHere);
            }

            @Override
            protected void onFailure(Throwable cause) {
                session.execute(CallbackOut.this::endedHere);
            }
        }.observe(callback.ended());
    }

    /** Ended by this side: the other one need not send any more. */
    private void endedHere() {
        if (gaps != null) {
            gaps.end();
        }
        if (!peerEnded && session.streams().find(stream) == near) {
            session.streams().close(stream);
            session.writer().urgent(new Frame.Cancel(stream));
        }
    }

    @Override
    public void onItem(Payload.Incoming value) {
        callback.item(session.read(value, shape)[0]);
        items++;
        long now = session.now();
        if (share.arrived(1, value.size(), now)) {
            int waiting = callback.waiting();
            watch.sample(now, waiting, items - waiting);
            Pressure pressure = share.due(now, session.roundTrip());
            if (pressure != null) {
                session.complain(Frame.Nak.Scope.STREAM, stream, pressure);
            }
        }
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        peerEnded = true;
        if (failure == null) {
            callback.end();
        } else {
            callback.fail(Failures.toException(failure, "callback=" + stream));
        }
        return true;
    }

    @Override
    public void onFail(Failure failure) {
        onEnd(failure);
    }

    @Override
    public void onGap(long count) {
        if (gaps != null) {
            gaps.item(count);
        }
    }

    @Override
    public void onLost(LinkLost cause) {
        callback.fail(cause);
    }
}
