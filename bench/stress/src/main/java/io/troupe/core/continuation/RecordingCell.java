// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Stands for an actor: registers continuations in a turn, and keeps what is handed over until the arbiter runs it. */
final class RecordingCell extends CallbackCell {
    private final Queue<Message> due = new ConcurrentLinkedQueue<>();
    private final CallbackExecutor executor;

    /** Order in which they ran, as decimal digits. */
    private int ran;

    RecordingCell(boolean exclusive) {
        super(cell -> {}, null);
        executor = new RecordingExecutor(exclusive);
    }

    /** Registers two continuations, one after the other, in one turn. */
    void registerTwo(Promise<String> promise) {
        CellThread.enter(this);
        try {
            promise.then(value -> ran = ran * 10 + 1);
            promise.then(value -> ran = ran * 10 + 2);
        } finally {
            CellThread.enter(null);
        }
    }

    /** Runs all that was handed over; returns the order. */
    int run() {
        for (Message next = due.poll(); next != null; next = due.poll()) {
            deliver(next);
        }
        return ran;
    }

    @Override
    protected void deliver(Message message) {
        try {
            message.deliver(this);
        } catch (Throwable e) {
            ran = -1;
        }
    }

    @Override
    public CallbackExecutor callbackExecutor() {
        return executor;
    }

    @Override
    public @Nullable Object receiver() {
        return null;
    }

    @Override
    public Object reference() {
        return this;
    }

    @Override
    protected void undelivered(Message message) {
        throw new AssertionError("never closed");
    }

    private final class RecordingExecutor extends CallbackExecutor {
        private final boolean exclusive;

        RecordingExecutor(boolean exclusive) {
            this.exclusive = exclusive;
        }

        @Override
        public void run(Message continuation) {
            due.add(continuation);
        }

        @Override
        public boolean isExclusive() {
            return exclusive;
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            throw new AssertionError("no timers here");
        }

        @Override
        public Deadlines deadlines() {
            throw new AssertionError("no deadlines here");
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public void failed(Throwable failure) {
            ran = -1;
        }
    }
}
