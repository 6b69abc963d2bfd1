// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.continuation.Observer;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what a receiver gives out to all of its subscribers. Each has a buffer of its own, and gets what is received after
 * it has subscribed. Nothing is received before somebody has requested an element, and while there is no subscriber. When the
 * source has ended, subscribers complete or fail behind what is in their buffers, and so do later ones. Made by
 * {@link Flows#broadcast}. Any thread.
 *
 * @param <T> type of the elements
 */
public final class Multicast<T> implements Flow.Publisher<T> {
    private final Receiver<T> source;
    private final int capacity;
    private final Lag lag;

    /** Begins the receiving, so that it belongs to whoever has made this. */
    private final Callback<Runnable> lane = Callback.of(Runnable::run);

    private final Life life = new Life();
    private final List<Channel<T>> buffers = new CopyOnWriteArrayList<>();
    private final AtomicLong dropped = new AtomicLong();

    // ---- guarded by this
    private boolean begun;

    /** Received when the last subscriber had gone; the next one gets it. */
    private @Nullable T parked;

    private @Nullable CompletablePromise<Void> more;
    private boolean ended;
    private @Nullable Throwable failure;

    Multicast(Receiver<T> source, int capacity, Lag lag) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a subscriber must have room for at least 1 element: capacity=" + capacity);
        }
        this.source = Objects.requireNonNull(source, "source");
        this.capacity = capacity;
        this.lag = Objects.requireNonNull(lag, "lag");
        endWith(lane.ended());
        life.begin();
    }

    private void endWith(Promise<Void> promise) {
        new Observer<Void>() { // not in turns of the actor: it may have stopped
            @Override
            protected void onValue(@Nullable Void nothing) {
                end(null);
            }

            @Override
            protected void onFailure(Throwable cause) {
                end(cause);
            }
        }.observe(promise);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        Channel<T> buffer = Channels.<T>buffered(capacity).named("broadcast");
        join(buffer);
        new ReceiverPublisher<>(buffer, this::begin, () -> drop(buffer)).subscribe(subscriber);
    }

    /** {@return elements that some subscriber has not got, because it was too slow} One that two have lost counts twice. */
    public long dropped() {
        return dropped.get();
    }

    /** {@return subscribers at the moment} */
    public int subscribers() {
        return buffers.size();
    }

    // ---- subscribers come and go: any thread -----------------------------------------------------------------------

    private void join(Channel<T> buffer) {
        T element;
        CompletablePromise<Void> waiting;
        synchronized (this) {
            element = parked;
            waiting = more;
            parked = null;
            more = null;
            if (!ended) {
                buffers.add(buffer);
            }
        }
        if (element != null) {
            buffer.send(element); // there is room
        }
        if (waiting != null) {
            waiting.complete(null);
        }
        synchronized (this) {
            if (!ended) {
                return;
            }
        }
        endBuffer(buffer);
    }

    /** Somebody has requested an element. */
    private void begin() {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        lane.item(() -> endWith(source.each(1, this::distribute)));
    }

    private void drop(Channel<T> buffer) {
        buffers.remove(buffer);
        buffer.shut(null); // lets go of who waits for it
    }

    private void end(@Nullable Throwable cause) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            failure = cause instanceof ChannelClosedException && cause.getCause() != null ? cause.getCause() : cause;
            if (parked != null) {
                dropped.incrementAndGet();
                parked = null;
            }
        }
        life.over();
        List<Channel<T>> all = List.copyOf(buffers);
        buffers.clear();
        all.forEach(this::endBuffer);
    }

    private void endBuffer(Channel<T> buffer) {
        Throwable cause;
        synchronized (this) {
            cause = failure;
        }
        if (cause == null) {
            buffer.close();
        } else {
            buffer.fail(cause);
        }
    }

    // ---- elements: in the lane -------------------------------------------------------------------------------------

    /** Pending while somebody must be waited for. */
    private @Nullable Promise<?> distribute(T element) {
        synchronized (this) {
            if (buffers.isEmpty()) {
                parked = element;
                more = new CompletablePromise<>();
                return more;
            }
        }
        List<Promise<Void>> waiting = new ArrayList<>(0);
        for (Channel<T> buffer : buffers) {
            if (!buffer.trySend(element) && !buffer.isClosed()) {
                lags(buffer, element, waiting);
            }
        }
        return waiting.isEmpty() ? null : Promise.allSettled(waiting);
    }

    private void lags(Channel<T> buffer, T element, List<Promise<Void>> waiting) {
        switch (lag) {
            case HOLD ->
                waiting.add(buffer.send(element).onComplete((nothing, refused) -> {
                    if (refused instanceof BackpressureException) {
                        buffer.fail(refused); // no element is left out in silence
                    }
                }));
            case DROP_OLDEST -> {
                boolean isFull = buffer.tryReceive() != null; // else it has received meanwhile
                if (isFull) {
                    dropped.incrementAndGet();
                }
                if (!buffer.trySend(element)) {
                    dropped.incrementAndGet();
                }
            }
            case DROP_NEWEST -> dropped.incrementAndGet();
            case FAIL -> {
                dropped.incrementAndGet();
                buffers.remove(buffer);
                buffer.fail(new BackpressureException(
                        "a subscriber must request what is published in time: capacity=" + capacity));
            }
        }
    }

    /** What ends it without a request: its actor or its source. Both let go of it when it has ended. */
    private final class Life implements Enlistment, Runnable {
        /** Null outside of turns. */
        private final @Nullable CallbackExecutor executor = CallbackExecutor.current();

        void begin() {
            if (executor != null && executor.isSupervised()) { // others have no end to tell of
                executor.enlist(this);
            }
            if (source instanceof Channel<T> channel) {
                channel.watchEnd(this);
            }
        }

        void over() {
            if (executor != null) {
                executor.delist(this);
            }
            if (source instanceof Channel<T> channel) {
                channel.unwatchEnd(this);
            }
        }

        @Override
        public void onRetired(Throwable reason) {
            end(reason);
        }

        /** The source may have ended. */
        @Override
        public void run() {
            if (source instanceof Channel<T> channel && channel.hasEnded()) {
                Multicast.this.begin();
            }
        }
    }
}
