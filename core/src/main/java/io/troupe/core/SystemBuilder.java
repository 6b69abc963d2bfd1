// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.SystemConfig;
import io.troupe.core.actor.SystemListener;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.worker.Dispatcher;
import io.troupe.dispatch.worker.WorkerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Settings of a system before it starts. Not thread-safe. Ranges are checked by {@link #start}. */
public final class SystemBuilder {
    private String name = "troupe";
    private @Nullable Dispatcher dispatcher;
    private Clock clock = Clock.system();
    private @Nullable Duration askTimeout;
    private int blockingThreads = 64;
    private int blockingQueue = 10_000;
    private @Nullable Executor helpers;
    private final List<ContextCarrier> carriers = new ArrayList<>();
    private final List<SystemListener> listeners = new ArrayList<>();
    private Duration closeTimeout = Duration.ofSeconds(10);

    SystemBuilder() {}

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

    /** Deadline of asks that have no other; default: none. */
    public SystemBuilder askTimeout(Duration newTimeout) {
        askTimeout = Objects.requireNonNull(newTimeout, "askTimeout");
        return this;
    }

    /**
     * Bounds of the lane for blocking work; default 64 threads and 10,000 waiting pieces.
     *
     * @param threads at least 1
     * @param queue at least 1
     */
    public SystemBuilder blocking(int threads, int queue) {
        blockingThreads = threads;
        blockingQueue = queue;
        return this;
    }

    /** Runs blocking work and callbacks of outside threads here instead of on own threads; stays the caller's. */
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
                blockingThreads,
                blockingQueue,
                helpers,
                carriers,
                listeners,
                closeTimeout);
    }
}
