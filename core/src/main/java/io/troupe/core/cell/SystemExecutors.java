// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.dispatch.timer.Timeout;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The executors of threads outside of actors that register continuations on promises of this system. */
final class SystemExecutors extends OutsideExecutors {
    private final CellSystem system;

    SystemExecutors(CellSystem system, String name, @Nullable Executor helpers) {
        super(name + "-callbacks-", helpers);
        this.system = system;
    }

    @Override
    protected Timeout schedule(long nanos, Runnable task) {
        return system.timers().schedule(nanos, task);
    }

    @Override
    protected Deadlines deadlines() {
        return system.deadlines();
    }

    @Override
    protected long nanos() {
        return system.clock().nanos();
    }

    @Override
    protected boolean mayBlock() {
        return false;
    }

    @Override
    protected void failed(Throwable failure) {
        system.log().internal("a continuation outside of actors threw", failure);
    }

    /** A thread outside may be about to wait for the promise: it is unhandled, unless somebody looks at it. */
    @Override
    protected boolean isSupervised() {
        return false;
    }

    @Override
    protected void unhandled(UnhandledFailure failure) {
        system.unhandled().add(failure, this);
    }

    @Override
    protected Throwable ended() {
        return new ActorStoppedException(
                "the system that was to continue has closed",
                system.address(),
                null,
                EndReason.SYSTEM_CLOSED,
                true,
                null);
    }

    @Override
    protected @Nullable Object capture() {
        return system.capture();
    }

    @Override
    protected @Nullable Object install(@Nullable Object carried) {
        return system.install(carried);
    }

    @Override
    protected void restore(@Nullable Object before) {
        system.restore(before);
    }

    @Override
    public String toString() {
        return "callbacks of " + system.name();
    }
}
