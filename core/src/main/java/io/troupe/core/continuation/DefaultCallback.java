// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback that runs on an executor. Any thread. The end is known at once to who asks for it, but comes behind the items
 * that are on their way; only a consumer that has failed or gone gets none of them any more.
 */
final class DefaultCallback<T> implements Callback<T> {
    private static final VarHandle WAITING;

    static {
        try {
            WAITING = MethodHandles.lookup().findVarHandle(DefaultCallback.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final CallbackExecutor executor;
    private final Consumer<? super T> action;
    private final @Nullable Object context;
    private final OwnedPromise<Void> ended;

    /** Any thread, by WAITING. */
    private volatile int waiting;

    /** Whether the consumer has thrown. Touched on the executor only. */
    private boolean failed;

    private DefaultCallback(CallbackExecutor executor, Consumer<? super T> action, End ended) {
        this.executor = executor;
        this.action = action;
        this.context = executor.capture();
        this.ended = new OwnedPromise<>(ended);
    }

    /** In turns of the calling actor. */
    static <T> DefaultCallback<T> on(CallbackExecutor executor, Consumer<? super T> action) {
        return new DefaultCallback<>(executor, action, new End(executor.outside(), null));
    }

    /** Outside of turns. What is registered on the end comes behind the items there, too. */
    static <T> DefaultCallback<T> outside(Consumer<? super T> action) {
        CallbackExecutor executor = OutsideExecutors.ofNoSystem().newExecutor();
        return new DefaultCallback<>(executor, action, new End(executor.outside(), executor));
    }

    @Override
    public void item(@Nullable T value) {
        if (!isEnded()) {
            Item<T> item = new Item<>(this, exported(value));
            item.context(context);
            WAITING.getAndAdd(this, 1);
            // an executor that is retired abandons it, so the sender sees that nobody listens any more
            executor.run(item);
        }
    }

    /** An actor leaves as its reference, as everywhere. */
    @SuppressWarnings("unchecked") // as for arguments and results: T is to be the type that was spawned
    private static <T> @Nullable T exported(@Nullable T value) {
        return value == null ? null : (T) DefaultPromise.exported(ActorObjects.export(value));
    }

    @Override
    public void end() {
        ended.settleValue(null);
    }

    @Override
    public void fail(Throwable cause) {
        ended.settleFailure(cause);
    }

    @Override
    public boolean isEnded() {
        return ended.isSettled();
    }

    @Override
    public Promise<Void> ended() {
        return ended;
    }

    @Override
    public String toString() {
        return "Callback[" + (isEnded() ? "ended" : "open") + "]";
    }

    private void deliver(Item<T> item, @Nullable T value) {
        if (executor.isRetired()) {
            executor.run(item); // which turns it down
            return;
        }
        WAITING.getAndAdd(this, -1);
        if (!failed) {
            accept(value);
        }
    }

    @Override
    public int waiting() {
        return waiting;
    }

    @SuppressWarnings("NullAway") // whether null is allowed is the business of T
    private void accept(@Nullable T value) {
        try {
            action.accept(value);
        } catch (Throwable e) {
            failed = true;
            fail(e);
            executor.failed(e);
        }
    }

    /** Who owns the promise of the end: nobody beside the callback. */
    private record End(OutsideExecutors outside, @Nullable CallbackExecutor ofItems) implements OwnedPromise.Owner {
        @Override
        public @Nullable CallbackExecutor executor() {
            return ofItems;
        }

        @Override
        public boolean isReported() {
            return false;
        }

        @Override
        public CallbackExecutor outsideExecutor() {
            return ofItems == null ? outside.ofThisThread() : ofItems;
        }

        @Override
        public String label() {
            return "the end of a callback";
        }

        @Override
        public String whereabouts() {
            return "pending";
        }
    }

    /** One item on its way. */
    static final class Item<T> extends CallbackExecutor.ExecutorTask {
        private final DefaultCallback<T> callback;
        private final @Nullable T value;

        Item(DefaultCallback<T> callback, @Nullable T value) {
            this.callback = callback;
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            callback.deliver(this, value);
        }

        @Override
        protected boolean abandon(Throwable reason) {
            WAITING.getAndAdd(callback, -1);
            callback.end();
            return true;
        }
    }
}
