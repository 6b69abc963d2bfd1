// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Timeout;
import org.jspecify.annotations.Nullable;

/** Runs the continuations of one lane outside of actors: one at a time, in order. */
final class OutsideCell extends LaneCell {
    private final OutsideLanes lanes;
    private final Lane lane = new OutsideLane();

    OutsideCell(OutsideLanes lanes, CellHome threads) {
        super(threads, null);
        this.lanes = lanes;
    }

    @Override
    public Lane lane() {
        return lane;
    }

    @Override
    public @Nullable Object receiver() {
        return null;
    }

    @Override
    public Object reference() {
        throw new IllegalStateException("a lane outside of actors has no reference");
    }

    @Override
    protected void deliver(Message message) {
        Object before = lanes.install(message.context());
        try {
            message.deliver(this);
        } catch (Throwable e) {
            lanes.failed(e);
        } finally {
            lanes.restore(before);
        }
    }

    @Override
    protected void undelivered(Message message) {
        Lane.abandon(message, lanes.ended());
    }

    /** The thread that registers and the continuations that run may use it at the same time. */
    private final class OutsideLane extends Lane {
        @Override
        public void run(Message continuation) {
            if (lanes.isClosed()) {
                abandon(continuation, lanes.ended());
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
        public OutsideLanes outside() {
            return lanes;
        }

        @Override
        public @Nullable Object capture() {
            return lanes.capture();
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            return lanes.schedule(nanos, task);
        }

        @Override
        public Deadlines deadlines() {
            return lanes.deadlines();
        }

        @Override
        public String toString() {
            return lanes.toString();
        }

        @Override
        public long nanos() {
            return lanes.nanos();
        }

        @Override
        public boolean mayBlock() {
            return lanes.mayBlock();
        }

        @Override
        public void failed(Throwable failure) {
            lanes.failed(failure);
        }

        @Override
        public boolean isSupervised() {
            return lanes.isSupervised();
        }

        @Override
        public void unhandled(UnhandledFailure failure) {
            lanes.unhandled(failure);
        }
    }
}
