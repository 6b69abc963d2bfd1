// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nobody waits behind a message while a worker has nothing to do. The messages here end only after the others have been run,
 * and the watchdog thinks that no message is too long: who waits would wait for ever.
 */
class ReliefDutyTest {
    private static final Duration NEVER = Duration.ofHours(1);

    /** Of which one is enough: on a busy machine the system stops threads again and again. */
    private static final int ROUNDS = 10;

    private final CountDownLatch go = new CountDownLatch(1);
    private CellDispatcher dispatcher = (CellDispatcher) ManualDispatcher.inOrder();

    private void start(String kind, int workers) {
        WorkerConfig config = WorkerConfig.of("relief", workers).stuckAfter(NEVER, NEVER);
        dispatcher = kind.equals("stealing")
                ? (CellDispatcher) Dispatchers.workStealing(config)
                : (CellDispatcher) Dispatchers.adaptive(config, BalanceConfig.defaults());
    }

    @AfterEach
    void close() {
        go.countDown();
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "adaptive"})
    void shouldRunWhomAnActorTellsThatGoesOnComputing(String kind) {
        start(kind, 2);
        awaitAllAsleep();
        for (int home = 0; home < 2; home++) {
            ProbeCell told = new ProbeCell(dispatcher.home(home));
            ProbeCell teller = new ProbeCell(dispatcher.home(0));
            CountDownLatch end = new CountDownLatch(1);
            teller.tell(tellingAndComputing(told, 0, end));
            awaitCount(told, 1);
            end.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "adaptive"})
    void shouldRunWhomAnActorTellsThatComputesOnOccasionOnly(String kind) {
        start(kind, 2);
        ProbeCell told = new ProbeCell(dispatcher.home(0));
        ProbeCell teller = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            CountDownLatch end = new CountDownLatch(1);
            if (i % 100 == 99) {
                teller.tell(tellingAndComputing(told, number, end));
            } else {
                teller.tell(new Task(self -> told.offer(new Note(0, number))));
            }
            awaitCount(told, i + 1);
            end.countDown();
        }
        assertThat(told.violations()).isZero();
    }

    private Task tellingAndComputing(ProbeCell told, int number, CountDownLatch end) {
        return new Task(self -> {
            told.offer(new Note(0, number));
            WorkerGroupContract.awaitLatch(end);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "adaptive"})
    void shouldRunWhatComesFromOutsideBehindAnOccasionalLongMessage(String kind) {
        start(kind, 2);
        ProbeCell usuallyQuick = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < 200; i++) {
            usuallyQuick.offer(new Note(0, i));
        }
        awaitCount(usuallyQuick, 200);
        block(usuallyQuick);
        for (int i = 0; i < 20; i++) {
            ProbeCell behind = new ProbeCell(usuallyQuick.home());
            behind.offer(new Note(0, 0));
            awaitCount(behind, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "adaptive"})
    void shouldRunMessagesOfACellThatWaitsBehindAnother(String kind) {
        start(kind, 2);
        ProbeCell first = new ProbeCell(dispatcher.home(0));
        ProbeCell second = new ProbeCell(dispatcher.home(0));
        CountDownLatch both = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        first.tell(new Task(
                self -> { // both wait again and again, as they have more to do
                    for (ProbeCell cell : List.of(first, second)) {
                        cell.tell(new Task(again -> running.incrementAndGet()));
                        cell.tell(new Task(again -> {
                            if (running.incrementAndGet() == 4) {
                                both.countDown();
                            }
                            WorkerGroupContract.awaitLatch(both);
                        }));
                    }
                }));
        Await.until("both at a time", () -> both.getCount() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "adaptive"})
    void shouldRunAllThatWaitBehindSeveralMessagesThatDoNotEnd(String kind) {
        start(kind, 4);
        List<ProbeCell> told = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ProbeCell behind = new ProbeCell(dispatcher.home(i));
            told.add(behind);
            new ProbeCell(dispatcher.home(i)).tell(tellingAndComputing(behind, 0, go));
        }
        told.forEach(behind -> awaitCount(behind, 1));
    }

    @Test
    void shouldLeavePinnedCellsWhereTheyAre() {
        start("adaptive", 2);
        ProbeCell pinned = new ProbeCell(dispatcher.home(Placement.pinned(0)));
        dispatcher.keep(pinned, Placement.pinned(0));
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        ProbeCell blocked = new ProbeCell(dispatcher.home(0));
        block(blocked);
        pinned.offer(new Note(0, 0));
        behind.offer(new Note(0, 0));
        awaitCount(behind, 1);
        assertThat(pinned.count()).isZero();
        go.countDown();
        awaitCount(pinned, 1);
        assertThat(pinned.threads()).allMatch(thread -> thread.getName().equals("relief-worker-0"));
    }

    @Test
    void shouldLeaveAConversationTogetherThatGetsAhead() {
        start("stealing", 2);
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && fewest >= 2_000; round++) {
            long before = steals();
            ProbeCell left = new ProbeCell(dispatcher.home(0));
            ProbeCell right = new ProbeCell(dispatcher.home(1));
            AtomicInteger messages = new AtomicInteger(100_000);
            left.offer(ping(right, left, messages));
            Await.until("the end of the conversation", () -> messages.get() <= 0);
            fewest = Math.min(fewest, steals() - before);
        }
        assertThat(fewest)
                .as("steals in 100,000 messages; a thread that the system has stopped loses some")
                .isLessThan(2_000);
    }

    private long steals() {
        return dispatcher.stats().stream().mapToLong(WorkerStats::steals).sum();
    }

    private static Task ping(ProbeCell to, ProbeCell from, AtomicInteger left) {
        return new Task(self -> {
            if (left.decrementAndGet() > 0) {
                to.offer(ping(from, to, left));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "adaptive"})
    void shouldSleepBesideAMessageBehindWhichNobodyWaits(String kind) {
        start(kind, 2);
        block(new ProbeCell(dispatcher.home(0)));
        Await.until(
                "the other worker, if any, sleeps without looking", () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("relief-worker-1"))
                        .allMatch(thread -> thread.getState() == Thread.State.WAITING));
    }

    @Test
    void shouldExplainThatAWorkerIsGivenAThreadForThoseWhoWait() {
        start("adaptive", 2);
        AtomicReference<Decision<Cell>> decided = new AtomicReference<>();
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onDecision(Decision<Cell> decision) {
                decided.compareAndSet(null, decision);
            }
        });
        block(new ProbeCell(dispatcher.home(0)));
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0));
        awaitCount(behind, 1);
        Await.until(
                "the explanation",
                () -> decided.get() instanceof Decision.Start<Cell> started
                        && started.worker() == 1
                        && started.reason() == DecisionReason.WAITING);
    }

    @Test
    void shouldNotLetThoseWhoWaitWaitForAListenerBesides() {
        start("adaptive", 2);
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onDecision(Decision<Cell> decision) {
                WorkerGroupContract.awaitLatch(go);
            }
        });
        block(new ProbeCell(dispatcher.home(0)));
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0));
        awaitCount(behind, 1);
    }

    @Test
    void shouldCallForWhoWaitsOnceAWorkerHasGivenUpItsThread() {
        start("adaptive", 2);
        Worker other = (Worker) dispatcher.home(1);
        other.start();
        CountDownLatch otherGo = new CountDownLatch(1);
        ProbeCell beside = new ProbeCell(other);
        CountDownLatch begun = new CountDownLatch(2);
        beside.tell(new Task(self -> {
            begun.countDown();
            WorkerGroupContract.awaitLatch(otherGo);
        }));
        new ProbeCell(dispatcher.home(0)).tell(new Task(self -> {
            begun.countDown();
            WorkerGroupContract.awaitLatch(go);
        }));
        WorkerGroupContract.awaitLatch(begun);
        other.retire();
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0)); // there is nobody to be called yet
        otherGo.countDown();
        awaitCount(behind, 1);
    }

    @Test
    void shouldNotWakeACellBehindAStuckMessage() {
        dispatcher = (CellDispatcher) Dispatchers.workStealing(
                WorkerConfig.of("relief", 2).stuckAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
        AtomicReference<Cell> stuck = new AtomicReference<>();
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
                stuck.set(cell);
            }
        });
        ProbeCell blocked = new ProbeCell(dispatcher.home(0));
        block(blocked);
        Await.until("the report", () -> stuck.get() == blocked);
        Worker home = (Worker) dispatcher.home(0);
        Worker other = (Worker) dispatcher.home(1);
        ProbeCell cell = new ProbeCell(home);
        AffinityPolicy policy = new AffinityPolicy();
        assertThat(policy.place(cell, home, null)).isSameAs(other);
        assertThat(policy.place(cell, home, other)).isSameAs(other);
    }

    private void block(ProbeCell cell) {
        CountDownLatch started = new CountDownLatch(1);
        cell.tell(new Task(self -> {
            started.countDown();
            WorkerGroupContract.awaitLatch(go);
        }));
        Await.until("the message that does not end", () -> started.getCount() == 0);
    }

    private static void awaitCount(ProbeCell cell, int count) {
        Await.until("message " + count, () -> cell.count() >= count);
    }

    private void awaitAllAsleep() {
        Await.until("all workers sleep", () -> dispatcher.stats().stream()
                .allMatch(worker -> worker.parked() || !worker.running()));
    }
}
