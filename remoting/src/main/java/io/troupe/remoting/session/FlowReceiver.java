// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.Observer;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.pacing.Credit;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of this process to a publisher of another one. Frames come on the loop and are handed on to the lane of the
 * subscriber, where all of its methods run.
 */
final class FlowReceiver<T> implements Flow.Subscription, StreamHandler {
    private final List<TypeSerializer<?>> serializer;
    private final Callback<Runnable> lane = Callback.of(Runnable::run);

    /** Null once it has been told its last. */
    private volatile Flow.@Nullable Subscriber<? super T> subscriber;

    // ---- guarded by this
    private final Credit credit = new Credit();
    private @Nullable InboundStream stream;

    FlowReceiver(Flow.Subscriber<? super T> subscriber, TypeSerializer<?> serializer) {
        this.subscriber = subscriber;
        this.serializer = List.of(serializer);
        Observer.whenSettled(lane.ended(), this::cancel); // the actor has stopped, or the subscriber has thrown
        lane.item(() -> {
            Flow.Subscriber<? super T> to = this.subscriber;
            if (to != null) {
                to.onSubscribe(this);
            }
        });
    }

    synchronized void begin(ItemStreams link, String name) {
        if (subscriber == null) {
            return;
        }
        InboundStream opened = link.receive(name, this);
        stream = opened;
        // outside of actors the subscriber is called by another thread, and may have requested before there was a
        // stream
        if (credit.left() > 0) {
            opened.request(credit.left());
        }
    }

    // ---- from the subscriber -------------------------------------------------------------------------------------

    @Override
    public void request(long n) {
        if (subscriber == null) {
            return;
        }
        if (n <= 0) {
            close();
            tellLast(new IllegalArgumentException(
                    "a request must be for 1 item or more (Reactive Streams, rule 3.9): n=" + n));
            return;
        }
        synchronized (this) {
            credit.request(n);
            if (stream != null) {
                stream.request(n);
            }
        }
    }

    @Override
    public void cancel() {
        subscriber = null;
        close();
        lane.end();
    }

    private synchronized void close() {
        if (stream != null) {
            stream.cancel();
            stream = null;
        }
    }

    // ---- from the link -------------------------------------------------------------------------------------------

    @Override
    @SuppressWarnings("unchecked") // decoded by the serializer of the type
    public void onItem(Payload.Incoming value) {
        T item = (T) value.read(serializer)[0];
        if (item == null) {
            throw new WireException("an item of a publisher must not be null");
        }
        synchronized (this) {
            if (!credit.take()) {
                throw new WireException("a publisher must not send more than was requested");
            }
        }
        lane.item(() -> {
            Flow.Subscriber<? super T> to = subscriber;
            if (to != null) {
                to.onNext(item);
            }
        });
    }

    @Override
    public boolean onEnd(@Nullable Failure failure) {
        tellLast(failure == null ? null : Failures.toException(failure, "publisher"));
        return true;
    }

    @Override
    public void onFail(Failure failure) {
        onEnd(failure);
    }

    @Override
    public void onLost(LinkLostException cause) {
        tellLast(cause);
    }

    private void tellLast(@Nullable Throwable cause) {
        lane.item(() -> {
            Flow.Subscriber<? super T> to = subscriber;
            subscriber = null;
            lane.end();
            if (to == null) {
                return;
            }
            if (cause == null) {
                to.onComplete();
            } else {
                to.onError(cause);
            }
        });
    }
}
