// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.store.ScriptedStore;
import io.troupe.core.ActorSystem;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A cluster of purses on a store that the test drives, by a clock that it moves; may be started again. */
final class DurableFixture implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);
    static final int MANY = 10_000_000;

    final ManualClock clock = new ManualClock();
    final ScriptedStore store = new ScriptedStore();
    private final List<ActorSystem> systems = new ArrayList<>();
    Cluster cluster;

    DurableFixture() {
        start();
    }

    /** Starts a system that hosts nothing. */
    void start() {
        ActorSystem system = ActorSystem.builder()
                .name("purses-" + systems.size())
                .clock(clock)
                .askTimeout(Duration.ofDays(300))
                .start();
        systems.add(system);
        cluster = Cluster.on(system, store, ClusterConfig.memory());
    }

    DurableFixture host() {
        cluster.host(Purse.class, Purse::new);
        return this;
    }

    ActorSystem system() {
        return systems.get(systems.size() - 1);
    }

    void stop() {
        store.release(MANY);
        system().close();
    }

    Purse purse(String key) {
        return cluster.actor(Purse.class, key);
    }

    /** Waits until something is as it should be. */
    static <T> void await(Callable<T> actual, T expected) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end) {
            if (expected.equals(actual.call())) {
                return;
            }
            Thread.yield();
        }
        assertThat(actual.call()).isEqualTo(expected);
    }

    /** Until a message that counts has had its turn, and with it all that the test sent before. */
    static void awaitTurn(Consumer<CountDownLatch> send) throws InterruptedException {
        CountDownLatch turn = new CountDownLatch(1);
        send.accept(turn);
        assertThat(turn.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        store.release(MANY);
        systems.forEach(ActorSystem::close);
    }
}
