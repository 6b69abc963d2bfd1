// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.continuation.Observer;
import io.troupe.core.promise.Callback;
import io.troupe.core.relay.ElementSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber of this process, to which the elements of a publisher of another one go. All of its methods are called on its
 * lane. Its demand is what it has requested; what has come and is not passed on when it cancels is taken back.
 *
 * <p>Invariant: no more elements have come and not been passed on than were requested.
 */
final class FlowSink<T> implements ElementSink, Flow.Subscription, Enlistment {
    private final Callback<Runnable> lane = Callback.of(Runnable::run);
    private final @Nullable CallbackExecutor executor = CallbackExecutor.current();
    private final Runnable onChange;

    /** Null once it has been told its last, or has cancelled (rule 3.13: no reference is kept). */
    private volatile Flow.@Nullable Subscriber<? super T> subscriber;

    // ---- guarded by this
    private final Deque<Arrival> arrived = new ArrayDeque<>();

    /** Requested and not passed on. */
    private long credit;

    FlowSink(Flow.Subscriber<? super T> subscriber, Runnable onChange) {
        this.subscriber = subscriber;
        this.onChange = onChange;
        if (executor != null) {
            executor.enlist(this);
        }
        Observer.whenSettled(lane.ended(), this::cancel); // the subscriber has thrown
        lane.item(() -> {
            Flow.Subscriber<? super T> to = this.subscriber;
            if (to != null) {
                to.onSubscribe(this);
            }
        });
    }

    // ---- from the subscriber -------------------------------------------------------------------------------------

    @Override
    public void request(long n) {
        if (subscriber == null) {
            return;
        }
        if (n <= 0) {
            tellLast(new IllegalArgumentException(
                    "a request must be for 1 element or more (Reactive Streams, rule 3.9): n=" + n));
            return;
        }
        synchronized (this) {
            credit = credit + n < 0 ? Long.MAX_VALUE : credit + n;
        }
        onChange.run();
    }

    /** The actor has stopped or restarted. */
    @Override
    public void onRetired(Throwable reason) {
        cancel();
    }

    @Override
    public void cancel() {
        subscriber = null;
        if (executor != null) {
            executor.delist(this);
        }
        lane.end();
        onChange.run();
    }

    // ---- from the link -------------------------------------------------------------------------------------------

    @Override
    public synchronized int demand() {
        return subscriber == null ? 0 : (int) Math.min(MANY, credit - arrived.size());
    }

    @Override
    public boolean keeps() {
        return true;
    }

    @Override
    public boolean isAbandoned() {
        return subscriber == null;
    }

    @Override
    public Object put(Object element, Runnable onTaken) {
        Arrival arrival = new Arrival(element, onTaken);
        synchronized (this) {
            arrived.add(arrival);
        }
        lane.item(this::pass);
        return arrival;
    }

    @Override
    public synchronized boolean takeBack(Object ticket) {
        return arrived.remove(ticket);
    }

    @Override
    public boolean isClosed() {
        return false;
    }

    @Override
    public void end(@Nullable Throwable cause) {
        tellLast(cause);
    }

    @Override
    public boolean detach() {
        return false;
    }

    // ---- on the lane ---------------------------------------------------------------------------------------------

    @SuppressWarnings("unchecked") // decoded by the serializer of the type
    private void pass() {
        Flow.Subscriber<? super T> to = subscriber;
        if (to == null) {
            return;
        }
        Arrival arrival;
        synchronized (this) {
            arrival = arrived.poll();
            if (arrival == null) {
                return;
            }
            credit--;
        }
        try {
            to.onNext((T) arrival.element);
        } finally {
            arrival.onTaken.run();
        }
    }

    private void tellLast(@Nullable Throwable cause) {
        lane.item(() -> {
            Flow.Subscriber<? super T> to = subscriber;
            cancel();
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

    /** Has an identity: equal elements may come twice. */
    private static final class Arrival {
        private final Object element;
        private final Runnable onTaken;

        Arrival(Object element, Runnable onTaken) {
            this.element = element;
            this.onTaken = onTaken;
        }
    }
}
