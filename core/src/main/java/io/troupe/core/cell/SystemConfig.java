// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.actor.BlockingPool;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.message.AddressNames;
import io.troupe.core.message.PlainText;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an actor system.
 *
 * @param name first part of all addresses and thread names
 * @param dispatcher runs the actors; closed with the system
 * @param clock source of all time
 * @param random source of chance, safe for all threads of the system; null: one that nobody can foresee
 * @param askTimeout deadline of asks whose callers choose no other; zero: none
 * @param blocking bounds of the pools for blocking work, whose names differ; one is called "default"
 * @param helpers runs blocking work and outside callbacks instead of own threads; null: own ones
 * @param carriers what travels with messages, in the order in which they are asked; empty: nothing does
 * @param listeners told about what goes wrong, in this order
 * @param memory bounds what waits in the queues of the system
 * @param closeTimeout how long closing may take before threads are interrupted
 * @param drainTimeout how long closing waits before that for actors to become idle; zero: it does not
 */
public record SystemConfig(
        String name,
        Dispatcher dispatcher,
        Clock clock,
        @Nullable RandomGenerator random,
        Duration askTimeout,
        List<BlockingPool> blocking,
        @Nullable Executor helpers,
        List<ContextCarrier> carriers,
        List<SystemListener> listeners,
        MemoryBudget memory,
        Duration closeTimeout,
        Duration drainTimeout) {

    /** Checks the ranges and copies the lists. */
    public SystemConfig {
        Objects.requireNonNull(dispatcher, "dispatcher");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(memory, "memory");
        blocking = List.copyOf(blocking);
        carriers = List.copyOf(carriers);
        listeners = List.copyOf(listeners);
        if (!AddressNames.isValid(name)) {
            throw new IllegalArgumentException("system name must be letters, digits, '-', '_' or '.', beginning with a"
                    + " letter or digit: name=" + PlainText.of(name));
        }
        if (askTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "askTimeout must not be negative: askTimeout=" + askTimeout + "; zero means no deadline");
        }
        List<String> pools = blocking.stream().map(BlockingPool::name).toList();
        if (new HashSet<>(pools).size() < pools.size()) {
            throw new IllegalArgumentException("blocking pools must have different names: pools=" + pools);
        }
        if (!pools.contains(BlockingPool.DEFAULT)) {
            throw new IllegalArgumentException(
                    "one blocking pool must be the default: pools=" + pools + ", default=" + BlockingPool.DEFAULT);
        }
        if (closeTimeout.isZero() || closeTimeout.isNegative()) {
            throw new IllegalArgumentException("closeTimeout must be more than zero: closeTimeout=" + closeTimeout);
        }
        if (drainTimeout.isNegative()) {
            throw new IllegalArgumentException("drainTimeout must not be negative: drainTimeout=" + drainTimeout);
        }
    }
}
