// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.Message;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback that runs on a lane. Any thread. The end is known at once to who asks for it, but comes behind the items
 * that are on their way; only a consumer that has failed or gone gets none of them any more.
 */
final class LaneCallback<T> implements Callback<T> {
    private static final VarHandle WAITING;

    static {
        try {
            WAITING = MethodHandles.lookup().findVarHandle(LaneCallback.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Lane lane;
    private final Consumer<? super T> action;
    private final @Nullable Object context;
    private final End ended;

    /** Any thread, by WAITING. */
    private volatile int waiting;

    /** Whether the consumer has thrown. Touched on the lane only. */
    private boolean failed;

    private LaneCallback(Lane lane, Consumer<? super T> action, End ended) {
        this.lane = lane;
        this.action = action;
        this.context = lane.capture();
        this.ended = ended;
    }

    /** In turns of the calling actor. */
    static <T> LaneCallback<T> on(Lane lane, Consumer<? super T> action) {
        return new LaneCallback<>(lane, action, new End(lane.outside(), null));
    }

    /** Outside of turns. What is registered on the end comes behind the items there, too. */
    static <T> LaneCallback<T> outside(Consumer<? super T> action) {
        Lane lane = OutsideLanes.ofNoSystem().newLane();
        return new LaneCallback<>(lane, action, new End(lane.outside(), lane));
    }

    @Override
    public void item(@Nullable T value) {
        if (!isEnded()) {
            Item<T> item = new Item<>(this, exported(value));
            item.context(context);
            WAITING.getAndAdd(this, 1);
            lane.run(item); // a lane that is retired abandons it, so the sender sees that nobody listens any more
        }
    }

    /** An actor leaves as its reference, as everywhere. */
    @SuppressWarnings("unchecked") // as for arguments and results: T is to be the type that was spawned
    private static <T> @Nullable T exported(@Nullable T value) {
        return value == null ? null : (T) DefaultPromise.exported(Referable.export(value));
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
        if (lane.isRetired()) {
            lane.run(item); // which turns it down
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
            lane.failed(e);
        }
    }

    /** The promise of the end. */
    private static final class End extends DefaultPromise<Void> {
        private final OutsideLanes outside;
        private final @Nullable Lane ofItems;

        End(OutsideLanes outside, @Nullable Lane ofItems) {
            this.outside = outside;
            this.ofItems = ofItems;
        }

        @Override
        protected Lane outsideLane() {
            return ofItems == null ? outside.ofThisThread() : ofItems;
        }
    }

    /** One item on its way. */
    static final class Item<T> extends Message {
        private final LaneCallback<T> callback;
        private final @Nullable T value;

        Item(LaneCallback<T> callback, @Nullable T value) {
            this.callback = callback;
            this.value = value;
        }

        @Override
        public void deliver(Object receiver) {
            callback.deliver(this, value);
        }

        /** It will never run. */
        void abandon() {
            WAITING.getAndAdd(callback, -1);
            callback.end();
        }
    }
}
