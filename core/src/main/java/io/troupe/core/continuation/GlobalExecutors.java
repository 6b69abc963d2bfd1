// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * For promises that belong to no actor system. Its timers let go of what is cancelled at once. A failure is reported when
 * nobody has looked at it for a second: a thread that waits for a promise may come later than the continuation that throws.
 */
final class GlobalExecutors extends OutsideExecutors {
    private static final Logger LOG = System.getLogger(GlobalExecutors.class.getName());

    private static final double HEAP_PART = 0.25;

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How many failures are kept at a time; further ones are not followed. */
    private static final int MOST_WAITING = 1_024;

    static final GlobalExecutors INSTANCE = new GlobalExecutors(
            Clock.system(), failure -> LOG.log(Level.WARNING, "a promise failed and nobody handles it", failure));

    private final MemoryBudget memory = MemoryBudget.ofHeap(HEAP_PART);

    private final AtomicInteger waiting = new AtomicInteger();

    private final Clock clock;
    private final Consumer<Throwable> report;
    private final TimerWheel timers;
    private final Deadlines deadlines;

    /**
     * Executors without threads so far.
     *
     * @param clock what time is
     * @param report gets the failures that nobody handles. Any thread
     */
    GlobalExecutors(Clock clock, Consumer<Throwable> report) {
        super(new CallbackThreads("promise-callbacks-", true));
        this.clock = clock;
        this.report = report;
        this.timers = new TimerWheel(clock, "promise-timer", this::failed);
        this.deadlines = new Deadlines(timers, clock, "none");
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
        return clock.nanos();
    }

    @Override
    protected boolean mayBlock() {
        return true;
    }

    @Override
    protected void failed(Throwable failure) {
        report.accept(failure);
    }

    @Override
    protected boolean isSupervised() {
        return false;
    }

    @Override
    protected void unhandled(UnhandledFailure failure) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return;
        }
        schedule(GRACE_NANOS, () -> {
            waiting.decrementAndGet();
            if (!failure.isSeen()) {
                failed(failure.cause());
            }
        });
    }

    @Override
    protected RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    @Override
    public MemoryBudget memory() {
        return memory;
    }

    @Override
    protected Throwable ended() {
        return new RejectedExecutionException("continuations must have a thread to run on: none could be started");
    }
}
