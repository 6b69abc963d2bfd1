// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.BlockingPool;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.cell.SystemConfig;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of an actor system and starts it. Each method sets one setting and returns this builder. {@link
 * #start} checks the ranges. Not thread-safe.
 */
public final class SystemBuilder {
    private static final double HEAP_PART = 0.25;

    private String name = "troupe";
    private @Nullable Dispatcher dispatcher;
    private Clock clock = Clock.system();
    private @Nullable RandomGenerator random;
    private Duration askTimeout = Duration.ofSeconds(30);
    private final Map<String, BlockingPool> blocking = new LinkedHashMap<>();
    private @Nullable Executor helpers;
    private final List<ContextCarrier> carriers = new ArrayList<>();
    private final List<SystemListener> listeners = new ArrayList<>();
    private @Nullable MemoryBudget memory;
    private Duration closeTimeout = Duration.ofSeconds(10);
    private Duration drainTimeout = Duration.ZERO;

    SystemBuilder() {
        blocking(64, 10_000);
    }

    /**
     * Sets the name of the system: the first part of all addresses and thread names.
     *
     * @param newName letters, digits, '-', '_' or '.', beginning with a letter or digit; default "troupe"
     * @return this builder
     */
    public SystemBuilder name(String newName) {
        name = Objects.requireNonNull(newName, "name");
        return this;
    }

    /**
     * Sets the dispatcher that runs the actors whose options name no other.
     *
     * @param newDispatcher closed with the system; default: work stealing with one worker per processor
     * @return this builder
     */
    public SystemBuilder dispatcher(Dispatcher newDispatcher) {
        dispatcher = Objects.requireNonNull(newDispatcher, "dispatcher");
        return this;
    }

    /**
     * Sets the source of all time: of timers, deadlines and pauses before restarts.
     *
     * @param newClock default: the clock of the machine; a manual clock lets tests drive the time
     * @return this builder
     */
    public SystemBuilder clock(Clock newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return this;
    }

    /**
     * Sets the source of all chance: of pauses before links are dialled again, of names that others must not guess. A test
     * or a simulation gives one with a seed.
     *
     * @param newRandom safe for several threads if the system has threads; default: secure random numbers
     * @return this builder
     */
    public SystemBuilder random(RandomGenerator newRandom) {
        random = Objects.requireNonNull(newRandom, "random");
        return this;
    }

    /**
     * Sets the deadline of asks whose callers choose no other by {@link io.troupe.core.promise.Promise#timeout}. {@link
     * io.troupe.core.actor.ActorOptions#askTimeout} says otherwise for one actor.
     *
     * @param newTimeout zero or more; {@link Duration#ZERO}: asks have no deadline; default 30 seconds
     * @return this builder
     */
    public SystemBuilder askTimeout(Duration newTimeout) {
        askTimeout = Objects.requireNonNull(newTimeout, "askTimeout");
        return this;
    }

    /**
     * Sets the bounds of the pool for blocking work that names no other.
     *
     * @param threads most pieces of work at a time, at least 1; default 64
     * @param queue most pieces of work that wait, at least 1; default 10,000
     * @return this builder
     * @throws IllegalArgumentException if a bound is less than 1
     */
    public SystemBuilder blocking(int threads, int queue) {
        return blocking(BlockingPool.DEFAULT, threads, queue);
    }

    /**
     * Adds a pool for blocking work of one kind, for example of one database: when it is full the other pools go on. {@link
     * io.troupe.core.actor.ActorContext#blocking(String, java.util.concurrent.Callable)} uses it. Replaces a pool of the
     * same name.
     *
     * @param pool letters, digits, '-', '_' or '.', beginning with a letter or digit
     * @param threads most pieces of work at a time, at least 1; on virtual threads where the JVM has them
     * @param queue most pieces of work that wait, at least 1; the pool refuses more
     * @return this builder
     * @throws IllegalArgumentException if the name breaks that rule or a bound is less than 1
     */
    public SystemBuilder blocking(String pool, int threads, int queue) {
        blocking.put(pool, new BlockingPool(pool, threads, queue));
        return this;
    }

    /**
     * Sets an executor that runs the blocking work of all pools, and the continuations of threads outside of actors, in
     * place of the system's own threads. The bounds of the executor hold, those of the pools do not.
     *
     * @param executor stays the caller's to close; default: threads of the system
     * @return this builder
     */
    public SystemBuilder helpers(Executor executor) {
        helpers = Objects.requireNonNull(executor, "helpers");
        return this;
    }

    /**
     * Adds a carrier of a context that travels along with every message, for example {@link
     * io.troupe.core.actor.MdcCarrier}. By default there is none.
     *
     * @param carrier asked after those that were added before; may not share a header with another one
     * @return this builder
     */
    public SystemBuilder carrier(ContextCarrier carrier) {
        carriers.add(Objects.requireNonNull(carrier, "carrier"));
        return this;
    }

    /**
     * Adds a listener that is told about dead letters, failures and blocked workers. By default there is none, and only the
     * log tells about them.
     *
     * @param listener told after those that were added before
     * @return this builder
     */
    public SystemBuilder listener(SystemListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Sets the budget for all that waits in the queues of the system: in channels, lines, and on links. {@link
     * ActorSystem#memory()} shows what is in use.
     *
     * @param budget {@link MemoryBudget#of} bytes or {@link MemoryBudget#ofHeap} a part of the heap; systems may share one;
     *     default: a quarter of the heap for each system
     * @return this builder
     */
    public SystemBuilder memory(MemoryBudget budget) {
        memory = Objects.requireNonNull(budget, "budget");
        return this;
    }

    /**
     * Sets how long closing may take before threads are interrupted.
     *
     * @param newTimeout more than zero; default 10 seconds
     * @return this builder
     */
    public SystemBuilder closeTimeout(Duration newTimeout) {
        closeTimeout = Objects.requireNonNull(newTimeout, "closeTimeout");
        return this;
    }

    /**
     * Sets how long closing lets actors finish what is queued and owed before it stops them. At first they take messages as
     * before, so that they can call each other, until all are idle or half of this time has passed. Then each of them refuses
     * messages and ends when it is idle, see {@link io.troupe.core.actor.ActorContext#stopWhenIdle()}. This time comes before the
     * close timeout. An actor that owes an answer for ever is never idle, so closing then takes all of the time; actors that
     * tell each other something for ever take half of it.
     *
     * @param newTimeout zero or more; zero: actors are stopped at once; default zero
     * @return this builder
     */
    public SystemBuilder drainTimeout(Duration newTimeout) {
        drainTimeout = Objects.requireNonNull(newTimeout, "drainTimeout");
        return this;
    }

    /**
     * Starts the system.
     *
     * @return the running system, for the caller to close
     * @throws IllegalArgumentException if a setting is out of range, or two carriers use the same header
     */
    public ActorSystem start() {
        Dispatcher chosen = dispatcher != null
                ? dispatcher
                : Dispatchers.workStealing(
                        WorkerConfig.of(name, Runtime.getRuntime().availableProcessors()));
        try {
            return new ActorSystem(config(chosen));
        } catch (RuntimeException e) {
            if (dispatcher == null) {
                chosen.close(); // nobody else knows its threads
            }
            throw e;
        }
    }

    private SystemConfig config(Dispatcher chosen) {
        return new SystemConfig(
                name,
                chosen,
                clock,
                random,
                askTimeout,
                List.copyOf(blocking.values()),
                helpers,
                carriers,
                listeners,
                memory == null ? MemoryBudget.ofHeap(HEAP_PART) : memory,
                closeTimeout,
                drainTimeout);
    }
}
