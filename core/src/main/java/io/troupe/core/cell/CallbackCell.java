// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.error.ActorStopped;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.Deadlines;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.LaneCell;
import io.troupe.core.promise.UnhandledFailure;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.timer.Timeout;
import org.jspecify.annotations.Nullable;

/** Where continuations run that threads outside of actors register: one at a time, in order. */
final class CallbackCell extends LaneCell {
    private final CellSystem system;
    private final Lane lane = new OutsideCallbacks();

    CallbackCell(CellSystem system, Ready home) {
        super(home, null);
        this.system = system;
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
        throw new IllegalStateException("the callback lane has no reference: system=" + system.name());
    }

    @Override
    protected void deliver(Message message) {
        Object carried = message.context();
        Object before = system.install(carried);
        try {
            message.deliver(this);
        } catch (Throwable e) {
            lane.failed(e);
        } finally {
            system.restore(before);
        }
    }

    @Override
    protected void undelivered(Message message) {
        Lane.abandon(
                message,
                new ActorStopped(
                        "the system that was to continue has closed",
                        system.address(),
                        null,
                        EndReason.SYSTEM_CLOSED,
                        true,
                        null));
    }

    @Override
    public String toString() {
        return "callbacks of " + system.name();
    }

    /** Ends the lane; continuations that come later fail. */
    void shutDown() {
        close();
    }

    private final class OutsideCallbacks extends Lane {
        @Override
        public void run(Message continuation) {
            signal(continuation);
        }

        @Override
        public @Nullable Object capture() {
            return system.capture();
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            return system.timers().schedule(nanos, task);
        }

        @Override
        public Deadlines deadlines() {
            return system.deadlines();
        }

        @Override
        public long nanos() {
            return system.clock().nanos();
        }

        @Override
        public String toString() {
            return "callbacks of " + system.name();
        }

        @Override
        public void failed(Throwable failure) {
            system.log().internal("a continuation outside of actors threw", failure);
        }

        /** A thread outside may be about to wait for the promise: it is unhandled, unless somebody looks at it. */
        @Override
        public boolean isSupervised() {
            return false;
        }

        @Override
        public void unhandled(UnhandledFailure failure) {
            system.unhandled().add(failure, CallbackCell.this);
        }
    }
}
