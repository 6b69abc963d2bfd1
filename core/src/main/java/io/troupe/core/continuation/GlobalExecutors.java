// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * For promises that belong to no actor system. Its timers let go of what is cancelled at once. A failure is reported when
 * nobody has looked at it for a second: a thread that waits for a promise may come later than the continuation that throws.
 */
final class GlobalExecutors extends OutsideExecutors {
    private static final Logger LOG = System.getLogger(GlobalExecutors.class.getName());

    private static final double HEAP_PART = 0.25;

    /** How many failed promises are followed at a time: there is no budget of a system to keep more. */
    private static final int MOST_UNHANDLED = 1_024;

    private static final String UNHANDLED = "a promise failed and nobody handles it";

    private static final MemoryBudget MEMORY = MemoryBudget.ofHeap(HEAP_PART);

    static final GlobalExecutors INSTANCE = new GlobalExecutors(
            Clock.system(), new CallbackThreads("promise-callbacks-", true), null, GlobalExecutors::log);

    private final Clock clock;

    /** Chance of a simulation; null for that of the machine. */
    private final @Nullable RandomGenerator random;

    private final BiConsumer<String, Throwable> report;
    private final TimerWheel timers;
    private final Deadlines deadlines;
    private final UnhandledFailures unhandled;

    /**
     * Executors without threads so far.
     *
     * @param clock what time is
     * @param threads run continuations
     * @param random chance of a simulation; null if it is none, and continuations may block their thread
     * @param report gets what continuations throw and the failures that nobody handles, each with a sentence. Any thread
     */
    GlobalExecutors(
            Clock clock,
            CallbackThreads threads,
            @Nullable RandomGenerator random,
            BiConsumer<String, Throwable> report) {
        super(threads);
        this.clock = clock;
        this.random = random;
        this.report = report;
        this.timers = new TimerWheel(clock, "promise-timer", this::failed);
        this.deadlines = new Deadlines(timers, clock, "none");
        this.unhandled = new UnhandledFailures(clock, timers, MOST_UNHANDLED, this::ignored);
    }

    /** For promises that belong to a simulation, as they belong to no system of it. */
    static GlobalExecutors simulated(Clock clock, Executor executor, RandomGenerator random) {
        return new GlobalExecutors(clock, new CallbackThreads(executor), random, GlobalExecutors::log);
    }

    private static void log(String words, Throwable failure) {
        LOG.log(Level.WARNING, words, failure);
    }

    @Override
    public String toString() {
        return "callbacks of no system";
    }

    @Override
    OutsideExecutors here() {
        SimulationThread.Run simulation = SimulationThread.current();
        return simulation == null ? this : simulation.executors();
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

    /** Asked by that thread: other threads would settle what belongs to no system, and a simulation has none. */
    @Override
    protected boolean happensIn(Thread thread) {
        return SimulationThread.current() != null;
    }

    @Override
    protected boolean mayBlock() {
        return random == null;
    }

    @Override
    protected void failed(Throwable failure) {
        report.accept("a continuation outside of actors threw", failure);
    }

    private void ignored(UnhandledFailure failure, Object where, int notFollowed) {
        report.accept(notFollowed == 0 ? UNHANDLED : UNHANDLED + ": notFollowed=" + notFollowed, failure.cause());
    }

    @Override
    protected boolean isSupervised() {
        return false;
    }

    @Override
    protected void unhandled(UnhandledFailure failure) {
        unhandled.add(failure, this);
    }

    @Override
    protected RandomGenerator random() {
        return random == null ? ThreadLocalRandom.current() : random;
    }

    @Override
    public MemoryBudget memory() {
        return MEMORY;
    }

    @Override
    protected Throwable ended() {
        return new RejectedExecutionException(
                random == null
                        ? "continuations must have a thread to run on: none could be started"
                        : "continuations must have a simulation to run in: it has ended");
    }
}
