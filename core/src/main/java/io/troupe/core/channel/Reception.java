// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.CallbackExecutor.ExecutorTask;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.OwnedPromise;
import io.troupe.core.continuation.Promises;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The receiving of all elements of one or several channels, by {@code each} or a repeated select: a pump per channel, and the
 * promise of the end. It ends when all channels have ended, with the first failure, or with its actor.
 */
final class Reception implements OwnedPromise.Owner, PumpOwner {
    private final CallbackExecutor executor;
    private final boolean inOrder;
    private final OwnedPromise<Void> promise = Promises.owned(this);
    private final List<Pump> pumps = new ArrayList<>(1);
    private final List<Channel<?>> channels = new ArrayList<>(1);

    /** Pumps that have not ended. In turns of the executor. */
    private int open;

    private @Nullable IdleTimer timer;

    /**
     * Nothing is received so far. In the turn of an actor, or on the thread that receives.
     *
     * @param inOrder whether the channels that were added first go first
     */
    Reception(boolean inOrder) {
        CallbackExecutor current = CallbackExecutor.current();
        this.executor = current == null ? OutsideExecutors.ofNoSystem().ofThisThread() : current;
        this.inOrder = inOrder;
    }

    /** Adds a channel. Before the start. */
    <S, T> void add(Source<S, T> source, WorkLimit limit, Function<? super T, ? extends @Nullable Promise<?>> handler) {
        channels.add(source.channel());
        pumps.add(new ElementPump<>(
                source.channel(),
                executor,
                limit,
                element -> {
                    T seen = source.view().apply(element);
                    return seen == null ? null : handle(handler, seen);
                },
                this));
    }

    /** Adds a channel to send to. Before the start. */
    <T> void addSends(Channel<T> channel, Supplier<? extends @Nullable T> elements, Supplier<?> result) {
        channels.add(channel);
        pumps.add(new SendPump<>(
                channel,
                executor,
                elements,
                () -> {
                    if (timer != null) {
                        timer.active();
                    }
                    Object unused = result.get();
                },
                this));
    }

    private <T> @Nullable Promise<?> handle(Function<? super T, ? extends @Nullable Promise<?>> handler, T element) {
        if (timer != null) {
            timer.active();
        }
        return handler.apply(element);
    }

    /** Runs an action whenever nothing has been received for a time. Before the start. */
    void whenIdle(long nanos, Supplier<?> action) {
        timer = new IdleTimer(nanos, action);
    }

    Promise<Void> start() {
        open = pumps.size();
        pumps.forEach(Pump::start);
        if (timer != null) {
            timer.active();
            timer.arm(timer.nanos);
        }
        return promise;
    }

    @Override
    public boolean yields(Pump pump) {
        if (inOrder) {
            for (Pump other : pumps) {
                if (other == pump) {
                    return false;
                }
                if (other.isReady()) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        open--;
        if (failure != null) {
            stopAll();
            promise.fail(failure);
        } else if (open == 0) {
            stopAll();
            promise.complete(null);
        }
    }

    @Override
    public void onRetired(Throwable reason) {
        if (timer != null) {
            timer.stop();
        }
        promise.fail(reason);
    }

    @Override
    public void onAbandoned() {
        stopAll();
    }

    private void stopAll() {
        pumps.forEach(Pump::stop);
        if (timer != null) {
            timer.stop();
        }
    }

    @Override
    public boolean isReported() {
        return !executor.isRetired();
    }

    @Override
    public CallbackExecutor executor() {
        return executor;
    }

    @Override
    public String label() {
        return "the receiving from channels";
    }

    @Override
    public String whereabouts() {
        return "receiving from or sending to channels " + channels;
    }

    /** Runs an action when nothing has come for a time. */
    private final class IdleTimer extends ExecutorTask {
        private final long nanos;
        private final Supplier<?> action;

        /** In turns of the executor. */
        private long last;

        private volatile @Nullable Timeout timeout;
        private volatile boolean stopped;

        IdleTimer(long nanos, Supplier<?> action) {
            this.nanos = nanos;
            this.action = action;
        }

        void active() {
            last = executor.nanos();
        }

        void arm(long delay) {
            timeout = executor.schedule(delay, () -> executor.run(this));
        }

        void stop() {
            stopped = true;
            Timeout pending = timeout;
            if (pending != null) {
                pending.cancel();
            }
        }

        @Override
        public void deliver(Object receiver) {
            if (stopped) {
                return;
            }
            if (executor.isRetired()) {
                executor.run(this);
                return;
            }
            long left = last + nanos - executor.nanos();
            if (left > 0) {
                arm(left);
                return;
            }
            try {
                Object unused = action.get();
            } catch (Throwable e) {
                stopAll();
                promise.fail(e);
                if (executor.isSupervised()) {
                    executor.failed(e);
                }
                return;
            }
            active();
            arm(nanos);
        }

        @Override
        protected boolean abandon(Throwable reason) {
            stopped = true;
            return false;
        }
    }
}
