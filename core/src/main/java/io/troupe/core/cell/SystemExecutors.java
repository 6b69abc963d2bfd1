// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.continuation.Deadlines;
import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.continuation.UnhandledFailures;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The executors of threads outside of actors that register continuations on promises of this system. */
final class SystemExecutors extends OutsideExecutors {
    private final SystemConfig config;
    private final TimerWheel timers;
    private final Deadlines deadlines;
    private final ContextCarriers carriers;
    private final UnhandledFailures unhandled;
    private final SystemLog log;
    private final Supplier<RandomGenerator> random;

    SystemExecutors(
            SystemConfig config,
            TimerWheel timers,
            Deadlines deadlines,
            ContextCarriers carriers,
            UnhandledFailures unhandled,
            SystemLog log,
            Supplier<RandomGenerator> random) {
        super(config.name() + "-callbacks-", config.helpers());
        this.config = config;
        this.timers = timers;
        this.deadlines = deadlines;
        this.carriers = carriers;
        this.unhandled = unhandled;
        this.log = log;
        this.random = random;
    }

    @Override
    protected Timeout schedule(long nanos, Runnable task) {
        return timers.schedule(nanos, task);
    }

    @Override
    protected Deadlines deadlines() {
        return deadlines;
    }

    @Override
    protected long nanos() {
        return config.clock().nanos();
    }

    @Override
    protected boolean mayBlock() {
        return false;
    }

    @Override
    protected boolean isDriven() {
        return CellScheduler.of(config.dispatcher()).drivenHome() != null;
    }

    @Override
    protected boolean happensIn(Thread thread) {
        CellHome home = CellScheduler.of(config.dispatcher()).drivenHome();
        return home != null && home.happensIn(thread);
    }

    @Override
    protected void failed(Throwable failure) {
        log.internal("a continuation outside of actors threw", failure);
    }

    /** A thread outside may be about to wait for the promise: it is unhandled, unless somebody looks at it. */
    @Override
    protected boolean isSupervised() {
        return false;
    }

    @Override
    protected void unhandled(UnhandledFailure failure) {
        unhandled.add(failure, this);
    }

    @Override
    protected Throwable ended() {
        return new ActorStoppedException(
                "the system that was to continue has closed",
                CellSystem.address(config.name()),
                null,
                EndReason.SYSTEM_CLOSED,
                true,
                null);
    }

    @Override
    protected RandomGenerator random() {
        return random.get();
    }

    @Override
    public MemoryBudget memory() {
        return config.memory();
    }

    @Override
    protected @Nullable Object capture() {
        return carriers.capture();
    }

    @Override
    protected @Nullable Object install(@Nullable Object carried) {
        return carriers.install(carried);
    }

    @Override
    protected void restore(@Nullable Object before) {
        carriers.restore(before);
    }

    @Override
    public String toString() {
        return "callbacks of " + config.name();
    }
}
