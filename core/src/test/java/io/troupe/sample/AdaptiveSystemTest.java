// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The adaptive dispatcher as users of a system see it. */
class AdaptiveSystemTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final CompletableFuture<Decision.Move<String>> moved = new CompletableFuture<>();
    private final BlockingQueue<String> blocked = new LinkedBlockingQueue<>();

    private final SystemListener listener = new SystemListener() {
        @Override
        public void onDecision(Decision<String> decision) {
            if (decision instanceof Decision.Move<String> move) {
                moved.complete(move);
            }
        }

        @Override
        public void onBlocked(String address, String method, Duration atLeast, List<StackTraceElement> stack) {
            blocked.add(address + " " + method);
        }
    };

    private ActorSystem system() {
        WorkerConfig workers = WorkerConfig.of("adaptive", 2).stuckAfter(Duration.ofMillis(20), Duration.ofMillis(20));
        return ActorSystem.builder()
                .name("adaptive")
                .listener(listener)
                .dispatcher(Dispatchers.adaptive(
                        workers,
                        BalanceConfig.defaults().window(Duration.ofMillis(5)).patience(TIMEOUT, 0)))
                .start();
    }

    @Test
    void shouldExplainMovesByTheAddressesOfActors() throws Exception {
        try (ActorSystem system = system()) {
            List<Worker> workers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                workers.add(system.spawn(Worker.class, Worker::new, "w-" + i));
            }
            workers.forEach(Worker::loop);
            Decision.Move<String> move = moved.get(30, TimeUnit.SECONDS);
            assertThat(move.cell()).startsWith("troupe://adaptive/w-");
            assertThat(move.from()).isZero();
            assertThat(move.to()).isEqualTo(1);
            // if the system stops the worker for a millisecond, another is started for those who wait, and then has
            // less to do
            assertThat(move.reason()).isIn(DecisionReason.OVERLOAD, DecisionReason.IMBALANCE);
            assertThat(move.load()).isPositive();
            assertThat(move.fromLoad()).isGreaterThan(move.toLoad());
            assertThat(system.dispatcher().balance().starts()).isEqualTo(1);
            workers.forEach(Worker::end);
        }
    }

    @Test
    void shouldNameWhoBlocksAWorkerAndRunItsNeighboursElsewhere() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ActorSystem system = system()) {
            Worker neighbour = system.spawn(Worker.class, Worker::new, "neighbour");
            system.spawn(Worker.class, Worker::new, "blocker").block(started, release);
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 10; i++) {
                assertThat(neighbour.thread().await(TIMEOUT)).isEqualTo("adaptive-worker-1");
            }
            Reports.await(blocked, "troupe://adaptive/blocker Worker.block(CountDownLatch,CountDownLatch)"::equals);
            release.countDown();
        }
    }

    @Test
    void shouldRunPinnedActorsOnTheirWorker() {
        try (ActorSystem system = system()) {
            Worker pinned = system.spawn(
                    Worker.class, Worker::new, ActorOptions.named("pinned").pinned(1));
            assertThat(pinned.thread().await(TIMEOUT)).isEqualTo("adaptive-worker-1");
        }
    }

    @Test
    void shouldRefuseDemandsThatContradictEachOther() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActorOptions.defaults().pinned(-1))
                .withMessage("worker must be an index from 0: worker=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActorOptions.defaults().worker(1).together("key"))
                .withMessageStartingWith("an actor with a placement cannot have a first worker as well: worker=1, ");
    }

    static class Worker extends Actor<Worker> {
        private boolean ended;

        public void loop() {
            long end = System.nanoTime() + 2_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            if (!ended) {
                self().loop();
            }
        }

        public void end() {
            ended = true;
        }

        public void block(CountDownLatch started, CountDownLatch release) throws InterruptedException {
            started.countDown();
            release.await();
        }

        public Promise<String> thread() {
            return Promise.of(Thread.currentThread().getName());
        }
    }
}
