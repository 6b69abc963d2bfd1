// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.CallbackExecutor.ExecutorTask;
import io.troupe.core.continuation.Deadline;
import io.troupe.core.continuation.Enlistment;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Receivers that need a step of their own between two channels: it receives, combines, and sends to a rendezvous. */
final class Stages {
    private Stages() {}

    private static CallbackExecutor executor() {
        CallbackExecutor current = CallbackExecutor.current();
        return current == null ? OutsideExecutors.ofNoSystem().ofThisThread() : current;
    }

    static <T> Receiver<List<T>> batch(ReceiverView<T> from, int most, Duration time) {
        if (most < 1) {
            throw new IllegalArgumentException("most must be at least 1: most=" + most);
        }
        Objects.requireNonNull(time, "time");
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("time must be more than zero: time=" + time);
        }
        Channel<List<T>> to = Channels.<List<T>>rendezvous().named(from.name() + ".batch");
        CallbackExecutor executor = executor();
        Batcher<T> batcher = new Batcher<>(to, most, Deadline.nanosOf(time), executor);
        new StageEnd(to, batcher::flush, executor).follow(from.each(1, batcher::add));
        return to;
    }

    static <T, U, V> Receiver<V> zip(
            ReceiverView<T> from, Receiver<U> other, BiFunction<? super T, ? super U, ? extends V> combination) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(combination, "combination");
        Channel<V> to = Channels.<V>rendezvous().named(from.name() + ".zip");
        AtomicReference<@Nullable Single<?, T>> single = new AtomicReference<>();
        Promise<Void> end = from.singles().each(1, element -> {
            single.set(element);
            return other.receive().flatMap(partner -> {
                single.set(null);
                return to.send(
                        Objects.requireNonNull(combination.apply(element.seen, partner), "zip must not return null"));
            });
        });
        Runnable flush = () -> {
            Single<?, T> alone = single.getAndSet(null);
            if (alone != null) {
                alone.giveBack();
            }
        };
        new StageEnd(to, flush, executor()).follow(end);
        return to;
    }

    /** An element whose partner has not come, and the channel that it is given back to if none will. */
    static final class Single<S, T> {
        private final Channel<S> channel;
        private final S element;
        private final T seen;

        Single(Channel<S> channel, S element, T seen) {
            this.channel = channel;
            this.element = element;
            this.seen = seen;
        }

        void giveBack() {
            channel.giveBack(element);
        }
    }

    /** Ends the channel behind a stage like the one before it. In turns of the executor, or with the actor. */
    private static final class StageEnd implements Enlistment {
        private final Channel<?> to;
        private final Runnable flush;
        private final CallbackExecutor executor;

        StageEnd(Channel<?> to, Runnable flush, CallbackExecutor executor) {
            this.to = to;
            this.flush = flush;
            this.executor = executor;
        }

        void follow(Promise<Void> stage) {
            executor.enlist(this);
            stage.onComplete((done, failure) -> {
                executor.delist(this);
                end(failure);
            });
        }

        @Override
        public void onRetired(Throwable reason) {
            end(reason);
        }

        private void end(@Nullable Throwable cause) {
            flush.run();
            Throwable failure = cause instanceof ChannelClosedException ? cause.getCause() : cause;
            if (failure == null) {
                to.close(); // or the other channel of a zip has been closed
            } else {
                to.fail(failure);
            }
        }
    }

    /** Collects elements, in turns of one executor. */
    private static final class Batcher<T> {
        private final Channel<List<T>> to;
        private final int most;
        private final long nanos;
        private final CallbackExecutor executor;

        private List<T> batch = new ArrayList<>();
        private Promise<Void> sending = Promise.done();
        private @Nullable Timeout timeout;

        Batcher(Channel<List<T>> to, int most, long nanos, CallbackExecutor executor) {
            this.to = to;
            this.most = most;
            this.nanos = nanos;
            this.executor = executor;
        }

        /** Pending while the list before has not been received and this one is full. */
        @Nullable
        Promise<?> add(T element) {
            batch.add(element);
            if (batch.size() >= most) {
                if (sending.isSettled()) {
                    return flushed();
                }
                return sending.flatMap(received -> flushed());
            }
            if (batch.size() == 1) {
                Expiry expiry = new Expiry(batch);
                timeout = executor.schedule(nanos, () -> executor.run(expiry));
            }
            return null;
        }

        /** Sends what there is. */
        void flush() {
            Promise<Void> unused = flushed(); // a refusal has ended the stage
        }

        /** Sends what there is. If that may not even wait the stage fails, as no element is left out in silence. Never pending. */
        private Promise<Void> flushed() {
            Timeout pending = timeout;
            if (pending != null) {
                pending.cancel();
                timeout = null;
            }
            if (!batch.isEmpty()) {
                List<T> full = batch;
                batch = new ArrayList<>();
                sending = to.send(full);
                Throwable refusal =
                        sending.isFailed() ? sending.result().orElseThrow().failure() : null;
                if (refusal != null) {
                    to.fail(refusal); // nothing if it has ended before
                    return sending;
                }
            }
            return Promise.done();
        }

        /** The time of one list is over. */
        private final class Expiry extends ExecutorTask {
            private final List<T> overdue;

            Expiry(List<T> overdue) {
                this.overdue = overdue;
            }

            @Override
            public void deliver(Object receiver) {
                if (batch == overdue) {
                    if (sending.isSettled()) {
                        flush();
                    } else {
                        sending.then(received -> {
                            if (batch == overdue) {
                                flush();
                            }
                        });
                    }
                }
            }

            @Override
            protected boolean abandon(Throwable reason) {
                return false;
            }
        }
    }
}
