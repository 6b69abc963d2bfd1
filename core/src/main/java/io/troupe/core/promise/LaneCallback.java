// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.Message;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A callback that runs on a lane. Any thread. */
final class LaneCallback<T> implements Callback<T> {
    private final Lane lane;
    private final Consumer<? super T> action;
    private final CompletablePromise<Void> ended = new CompletablePromise<>();

    LaneCallback(Lane lane, Consumer<? super T> action) {
        this.lane = lane;
        this.action = action;
    }

    @Override
    public void item(@Nullable T value) {
        if (lane.isRetired()) {
            end(); // the sender is to see that nobody listens any more
        } else if (!isEnded()) {
            lane.run(new Item<>(this, value));
        }
    }

    @Override
    public void end() {
        ended.complete();
    }

    @Override
    public void fail(Throwable cause) {
        ended.fail(cause);
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

    private static final class Item<T> extends Message {
        private final LaneCallback<T> callback;
        private final @Nullable T value;

        Item(LaneCallback<T> callback, @Nullable T value) {
            this.callback = callback;
            this.value = value;
        }

        @Override
        @SuppressWarnings("NullAway") // whether null is allowed is the business of T
        public void deliver(Object receiver) {
            if (callback.lane.isRetired()) {
                callback.end();
                return;
            }
            try {
                callback.action.accept(value);
            } catch (Throwable e) {
                callback.fail(e);
                callback.lane.failed(e);
            }
        }
    }
}
