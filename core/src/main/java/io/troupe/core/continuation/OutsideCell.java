// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Runs the continuations of one executor outside of actors: one at a time, in order. */
final class OutsideCell extends CallbackCell {
    private final OutsideExecutors executors;
    private final CallbackExecutor executor = new OutsideExecutor();

    /** Why it has ended, if its executor did not take it. Written before it is closed. */
    private @Nullable Throwable refusal;

    OutsideCell(OutsideExecutors executors, CellHome threads) {
        super(threads, null);
        this.executors = executors;
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
        throw new IllegalStateException("an executor outside of actors has no reference");
    }

    @Override
    protected void deliver(Message message) {
        Object before = executors.install(message.context());
        try {
            message.deliver(this);
        } catch (Throwable e) {
            executors.failed(e);
        } finally {
            executors.restore(before);
        }
    }

    @Override
    protected void undelivered(Message message) {
        Throwable cause = refusal;
        CallbackExecutor.abandon(message, cause == null || executors.isClosed() ? executors.ended() : refused(cause));
    }

    private static RejectedExecutionException refused(Throwable cause) {
        return new RejectedExecutionException(
                "the executor of continuations must take them: cause=" + CauseText.of(cause), cause);
    }

    @Override
    protected void abandoned(Throwable cause) {
        refusal = cause; // before the end: who finds the cell closed finds this, too
        super.abandoned(cause);
    }

    /** The thread that registers and the continuations that run may use it at the same time. */
    final class OutsideExecutor extends CallbackExecutor {
        OutsideCell cell() {
            return OutsideCell.this;
        }

        @Override
        public void run(Message continuation) {
            if (executors.isClosed()) {
                abandon(continuation, executors.ended());
            } else {
                signal(continuation);
            }
        }

        @Override
        public boolean isExclusive() {
            return false;
        }

        @Override
        public boolean isRetired() {
            return isClosed();
        }

        @Override
        public OutsideExecutors outside() {
            return executors;
        }

        @Override
        public @Nullable Object capture() {
            return executors.capture();
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            return executors.schedule(nanos, task);
        }

        @Override
        public Deadlines deadlines() {
            return executors.deadlines();
        }

        @Override
        public String toString() {
            return executors.toString();
        }

        @Override
        public long nanos() {
            return executors.nanos();
        }

        @Override
        public boolean mayBlock() {
            return executors.mayBlock();
        }

        @Override
        public void failed(Throwable failure) {
            executors.failed(failure);
        }

        @Override
        public boolean isSupervised() {
            return executors.isSupervised();
        }

        @Override
        public void unhandled(UnhandledFailure failure) {
            executors.unhandled(failure);
        }
    }
}
