// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.BlockingPool;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.cell.SystemConfig;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The settings of an actor system before it starts. Not thread-safe. {@link #start} checks the ranges. */
public final class SystemBuilder {
    private String name = "troupe";
    private @Nullable Dispatcher dispatcher;
    private Clock clock = Clock.system();
    private Duration askTimeout = Duration.ofSeconds(30);
    private final Map<String, BlockingPool> blocking = new LinkedHashMap<>();
    private @Nullable Executor helpers;
    private final List<ContextCarrier> carriers = new ArrayList<>();
    private final List<SystemListener> listeners = new ArrayList<>();
    private Duration closeTimeout = Duration.ofSeconds(10);
    private Duration drainTimeout = Duration.ZERO;

    SystemBuilder() {
        blocking(64, 10_000);
    }

    /** First part of all addresses and thread names; default "troupe". */
    public SystemBuilder name(String newName) {
        name = Objects.requireNonNull(newName, "name");
        return this;
    }

    /** Runs the actors, and is closed with the system; default: work stealing with one worker per processor. */
    public SystemBuilder dispatcher(Dispatcher newDispatcher) {
        dispatcher = Objects.requireNonNull(newDispatcher, "dispatcher");
        return this;
    }

    /** Source of all time; default: the system's clock. */
    public SystemBuilder clock(Clock newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return this;
    }

    /**
     * Deadline of asks whose callers choose no other by {@link io.troupe.core.promise.Promise#timeout}; default: 30
     * seconds. {@link io.troupe.core.actor.ActorOptions#askTimeout} says otherwise for one actor.
     *
     * @param newTimeout {@link Duration#ZERO}: none
     */
    public SystemBuilder askTimeout(Duration newTimeout) {
        askTimeout = Objects.requireNonNull(newTimeout, "askTimeout");
        return this;
    }

    /**
     * Bounds of the pool for blocking work that names no other; default 64 threads and 10,000 waiting pieces.
     *
     * @param threads at least 1
     * @param queue at least 1
     */
    public SystemBuilder blocking(int threads, int queue) {
        return blocking(BlockingPool.DEFAULT, threads, queue);
    }

    /**
     * Adds a pool for blocking work of one kind, for example of one database: when it is full the others go on. Used by
     * {@link io.troupe.core.actor.ActorContext#blocking(String, java.util.concurrent.Callable)}. Replaces a pool of the
     * same name.
     *
     * @param pool letters, digits, '-', '_' or '.'
     * @param threads most pieces of work at a time, at least 1; virtual threads where there are
     * @param queue most pieces of work that wait, at least 1; beyond them work is refused
     * @throws IllegalArgumentException for a name or bound out of range
     */
    public SystemBuilder blocking(String pool, int threads, int queue) {
        blocking.put(pool, new BlockingPool(pool, threads, queue));
        return this;
    }

    /**
     * Runs blocking work of all pools and callbacks of outside threads here instead of on own threads, within the bounds of
     * this executor. Stays the caller's.
     */
    public SystemBuilder helpers(Executor executor) {
        helpers = Objects.requireNonNull(executor, "helpers");
        return this;
    }

    /**
     * Adds something that travels along with every message, for example {@link io.troupe.core.actor.MdcCarrier}; default:
     * nothing does. Carriers are asked in the order in which they were added.
     */
    public SystemBuilder carrier(ContextCarrier carrier) {
        carriers.add(Objects.requireNonNull(carrier, "carrier"));
        return this;
    }

    /** Adds somebody who is told about dead letters, failures and blocked workers, in the order of adding. */
    public SystemBuilder listener(SystemListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** How long closing may take before threads are interrupted; default 10 seconds. */
    public SystemBuilder closeTimeout(Duration newTimeout) {
        closeTimeout = Objects.requireNonNull(newTimeout, "closeTimeout");
        return this;
    }

    /**
     * How long closing lets actors finish what is queued and owed, see {@link
     * io.troupe.core.actor.ActorContext#stopWhenIdle()}, before it stops them; zero: not at all. Default zero: an actor that
     * owes an answer for ever is never idle, so closing would take all of the time. Comes before the close timeout.
     */
    public SystemBuilder drainTimeout(Duration newTimeout) {
        drainTimeout = Objects.requireNonNull(newTimeout, "drainTimeout");
        return this;
    }

    /**
     * Starts the system.
     *
     * @throws IllegalArgumentException for a setting out of range
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
                askTimeout,
                List.copyOf(blocking.values()),
                helpers,
                carriers,
                listeners,
                closeTimeout,
                drainTimeout);
    }
}
