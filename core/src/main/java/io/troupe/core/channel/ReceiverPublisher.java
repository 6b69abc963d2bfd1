// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Publishes what a receiver gives out; subscribers compete. */
final class ReceiverPublisher<T> implements Flow.Publisher<T> {
    private final Receiver<T> receiver;
    private final Runnable onRequest;
    private final Runnable onOver;

    ReceiverPublisher(Receiver<T> receiver) {
        this(receiver, () -> {}, () -> {});
    }

    /**
     * Tells about its subscriptions.
     *
     * @param onRequest runs with every request
     * @param onOver runs at the end of every subscription, perhaps more than once
     */
    ReceiverPublisher(Receiver<T> receiver, Runnable onRequest, Runnable onOver) {
        this.receiver = receiver;
        this.onRequest = onRequest;
        this.onOver = onOver;
    }

    Receiver<T> receiver() {
        return receiver;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        new Subscription<>(this, Objects.requireNonNull(subscriber, "subscriber")).begin();
    }

    /**
     * One subscription: an {@code each} of the receiver whose work is done when there is credit for the next element. It runs
     * in the lane of the subscriber; any thread requests and cancels.
     */
    private static final class Subscription<T> implements Flow.Subscription, Enlistment {
        private final ReceiverPublisher<T> publisher;
        private final Receiver<T> receiver;
        private final @Nullable CallbackExecutor executor = CallbackExecutor.current();
        private final Callback<Runnable> lane = Callback.of(Runnable::run);

        /** Any thread sets it. An element that has been received by then is passed on all the same: rule 2.8 expects that. */
        private volatile boolean cancelled;

        // ---- in the lane

        /** Null once it has been told its last (rule 3.13: no reference is kept). */
        private Flow.@Nullable Subscriber<? super T> subscriber;

        /** Tells that the channel may have ended while nothing is requested; null: a view ends with a request only. */
        private @Nullable Runnable watcher;

        private long credit;
        private @Nullable Promise<Void> receiving;
        private @Nullable CompletablePromise<Void> more;

        Subscription(ReceiverPublisher<T> publisher, Flow.Subscriber<? super T> subscriber) {
            this.publisher = publisher;
            this.receiver = publisher.receiver;
            this.subscriber = subscriber;
        }

        void begin() {
            if (executor != null) {
                executor.enlist(this);
            }
            lane.ended().onComplete((nothing, failure) -> stop()); // the subscriber may have thrown
            lane.item(() -> {
                Objects.requireNonNull(subscriber, "subscriber").onSubscribe(this);
                if (subscriber != null && receiver instanceof Channel<T> channel) {
                    Runnable action = () -> lane.item(() -> endIfEnded(channel));
                    watcher = action;
                    channel.watchEnd(action);
                }
            });
        }

        /** A subscriber learns of an end without a request. */
        private void endIfEnded(Channel<T> channel) {
            boolean waits = receiving == null || more != null;
            if (waits && channel.hasEnded()) {
                Promise<Void> end = receiving;
                tellLast(channel.failure());
                if (end != null) {
                    end.cancel();
                }
            }
        }

        @Override
        public void request(long n) {
            lane.item(() -> {
                if (subscriber == null || cancelled) {
                    return;
                }
                if (n <= 0) {
                    tellLast(new IllegalArgumentException(
                            "a request must be for 1 element or more (Reactive Streams, rule 3.9): n=" + n));
                    stop();
                } else {
                    credit = credit + n < 0 ? Long.MAX_VALUE : credit + n;
                    publisher.onRequest.run();
                    goOn();
                }
            });
        }

        private void goOn() {
            CompletablePromise<Void> waiting = more;
            if (receiving == null) {
                Promise<Void> end = receiver.each(1, this::pass);
                receiving = end;
                end.onComplete((nothing, failure) -> tellLast(failure));
            } else if (waiting != null) {
                more = null;
                waiting.complete(null);
            }
        }

        /** Passes an element on; null if the next one may follow at once. */
        private @Nullable Promise<Void> pass(T element) {
            credit--;
            try {
                Objects.requireNonNull(subscriber, "subscriber").onNext(element);
            } catch (Throwable e) {
                subscriber = null; // it counts as cancelled (rule 2.13)
                lane.end();
                throw e;
            }
            if (credit > 0 && !cancelled) {
                return null;
            }
            CompletablePromise<Void> next = new CompletablePromise<>();
            more = next;
            return next;
        }

        @Override
        public void cancel() {
            cancelled = true;
            lane.item(this::stop);
        }

        /** The actor has stopped or restarted, and takes the receiving with it. */
        @Override
        public void onRetired(Throwable reason) {
            over();
        }

        private void over() {
            if (executor != null) {
                executor.delist(this);
            }
            Runnable action = watcher;
            watcher = null;
            if (action != null && receiver instanceof Channel<T> channel) {
                channel.unwatchEnd(action);
            }
            publisher.onOver.run();
        }

        private void stop() {
            subscriber = null;
            over();
            Promise<Void> end = receiving;
            if (end != null) {
                end.cancel();
            }
            lane.end();
        }

        private void tellLast(@Nullable Throwable failure) {
            Flow.Subscriber<? super T> to = subscriber;
            subscriber = null;
            if (to == null) {
                return;
            }
            lane.end();
            over();
            if (failure == null) {
                to.onComplete();
            } else {
                to.onError(failure);
            }
        }
    }
}
