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
import java.util.random.RandomGenerator;

/** For promises that belong to no actor system. Its timers let go of what is cancelled at once. */
final class GlobalExecutors extends OutsideExecutors {
    static final GlobalExecutors INSTANCE = new GlobalExecutors();

    private static final Logger LOG = System.getLogger(GlobalExecutors.class.getName());

    private static final double HEAP_PART = 0.25;

    private final MemoryBudget memory = MemoryBudget.ofHeap(HEAP_PART);

    private final TimerWheel timers = new TimerWheel(Clock.system(), "promise-timer", this::failed);

    private final Deadlines deadlines = new Deadlines(timers, Clock.system(), "none");

    private GlobalExecutors() {
        super(new CallbackThreads("promise-callbacks-", true));
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
        return Clock.system().nanos();
    }

    @Override
    protected boolean mayBlock() {
        return true;
    }

    @Override
    protected void failed(Throwable failure) {
        LOG.log(Level.WARNING, "a continuation failed and nobody listens to its promise", failure);
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
