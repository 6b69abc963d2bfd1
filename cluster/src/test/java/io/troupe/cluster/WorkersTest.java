// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Actors without key, of one process. */
class WorkersTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ActorSystem system = ActorSystem.builder()
            .name("works")
            .dispatcher(Dispatchers.workStealing(WorkerConfig.of("works", 2))) // as one of them blocks
            .start();
    private final Cluster cluster = Cluster.join(system, ClusterConfig.memory());
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();

    @AfterEach
    void close() {
        system.close();
    }

    /** Does what it is told, and says who did it. */
    public static class Grinder extends Actor<Grinder> {
        private final int number;
        private final AtomicInteger told;

        Grinder(int number, AtomicInteger told) {
            this.number = number;
            this.told = told;
        }

        public Promise<Integer> grind() {
            return Promise.of(number);
        }

        public Promise<Integer> grindAfter(Promise<String> gate) {
            return gate.map(any -> number);
        }

        public void block(CountDownLatch began, CountDownLatch gate) throws InterruptedException {
            began.countDown();
            gate.await();
            told.incrementAndGet();
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }
    }

    private Grinder workers(int most) {
        return cluster.workers(Grinder.class, () -> new Grinder(made.incrementAndGet(), told), most);
    }

    @Test
    void shouldGiveACallToOneThatHasNothingToDo() {
        Grinder all = workers(3);
        List<CompletablePromise<String>> gates = new ArrayList<>();
        List<Promise<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            gates.add(new CompletablePromise<>());
            answers.add(all.grindAfter(gates.get(i)));
        }
        Await.until("three work side by side", LIMIT, () -> made.get() == 3);
        gates.get(1).complete("go");
        int free = answers.get(1).await(LIMIT);
        for (int i = 0; i < 20; i++) {
            assertThat(all.grind().await(LIMIT)).isEqualTo(free);
        }
        gates.get(0).complete("go");
        gates.get(2).complete("go");
        assertThat(List.of(answers.get(0).await(LIMIT), free, answers.get(2).await(LIMIT)))
                .containsExactlyInAnyOrder(1, 2, 3);
        assertThat(made).hasValue(3);
    }

    @Test
    void shouldNotSayThatACallWasNotExecutedWhichAWorkerHas() {
        Promise<Integer> late = workers(1).grindAfter(new CompletablePromise<>());
        Await.until("a worker has it", LIMIT, () -> made.get() == 1);
        assertThatThrownBy(() -> late.timeout(Duration.ofMillis(1)).await(LIMIT))
                .isInstanceOfSatisfying(CallTimeoutException.class, e -> assertThat(e.maybeExecuted())
                        .isTrue());
    }

    @Test
    void shouldNotCountATellAsDoneBeforeItIs() throws InterruptedException {
        Grinder all = workers(2);
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        all.block(began, gate);
        began.await();
        for (int i = 0; i < 20; i++) {
            assertThat(all.grind().await(LIMIT)).isEqualTo(2);
        }
        gate.countDown();
        Await.until("it is done", LIMIT, () -> told.get() == 1);
    }

    @Test
    void shouldFreeAWorkerWhoseCallerHasGivenUp() {
        Grinder all = workers(1);
        assertThatThrownBy(() -> all.grindAfter(new CompletablePromise<>())
                        .timeout(Duration.ofMillis(1))
                        .await(LIMIT))
                .isInstanceOf(CallTimeoutException.class);
        assertThat(all.grind().await(LIMIT)).isEqualTo(1);
    }

    @Test
    void shouldGoOnAfterAFailure() {
        Grinder all = workers(1);
        all.fail();
        assertThat(all.grind().await(LIMIT)).isEqualTo(2);
        assertThatThrownBy(() -> workers(1))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessage("workers of a class of one simple name must be made once, keep their reference: type="
                        + Grinder.class.getName() + ", made=" + Grinder.class.getName());
        assertThatThrownBy(() -> workers(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there must be 1 to 10000 workers: most=0");
        cluster.close();
        assertThatThrownBy(() -> all.grind().await(LIMIT)).hasMessageContaining("stopped");
    }
}
