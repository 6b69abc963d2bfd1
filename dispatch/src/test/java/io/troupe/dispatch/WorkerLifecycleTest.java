// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a group does that no kind of dispatcher shows by itself. */
class WorkerLifecycleTest {
    private static final WorkerConfig CONFIG = WorkerConfig.of("life", 2);

    private final Queue<Throwable> reports = new ConcurrentLinkedQueue<>();
    private @Nullable WorkerGroup group;

    private WorkerGroup open(WorkerGroup opened) {
        group = opened;
        opened.monitor(new WorkerMonitor() {
            @Override
            public void onWorkerDied(Thread thread, Throwable cause) {
                reports.add(cause);
            }
        });
        return opened;
    }

    @AfterEach
    void close() {
        if (group != null) {
            assertThat(group.close(Duration.ofSeconds(10))).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"runsHere", "keepsIdleCell"})
    void shouldNotLoseTheCellInTheHandsOfADyingThread(String question) {
        AtomicReference<String> fails = new AtomicReference<>("");
        WorkerGroup opened = open(WorkerGroup.start(CONFIG, new FailingPolicy(fails)));
        ProbeCell cell = new ProbeCell(opened.home(0));
        for (int i = 0; i < 5; i++) {
            int died = i + 1;
            Await.until( // else the last turn may still go on, and take the message without a question
                    "rest", () -> opened.stats().get(0).parked());
            fails.set(question);
            cell.offer(new Note(0, 2 * i));
            Await.until("the report", () -> reports.size() == died);
            cell.offer(new Note(0, 2 * i + 1));
            Await.until("both messages", () -> cell.count() == 2 * died);
        }
        assertThat(cell.violations()).isZero();
    }

    @Test
    void shouldMoveCellsAwayFromABlockedTurnIfThePolicyLetsThemRelocateThoughNobodySteals() {
        CountDownLatch go = new CountDownLatch(1);
        WorkerGroup opened = open(WorkerGroup.start(CONFIG, new RelocatingPolicy()));
        new ProbeCell(opened.home(0)).offer(new Task(self -> WorkerGroupContract.awaitLatch(go)));
        for (int i = 0; i < 5; i++) {
            ProbeCell behind = new ProbeCell(opened.home(0));
            behind.offer(new Note(0, 0));
            Await.until("the message", () -> behind.count() == 1);
        }
        assertThat(go.getCount()).isOne();
        go.countDown();
    }

    @Test
    void shouldGoOnWatchingWhenThereWasNoMemoryForALook() {
        AtomicReference<String> fails = new AtomicReference<>("");
        CountDownLatch go = new CountDownLatch(1);
        Queue<Cell> stuck = new ConcurrentLinkedQueue<>();
        Duration shortTime = Duration.ofMillis(1);
        WorkerGroup opened = open(WorkerGroup.start(CONFIG.stuckAfter(shortTime, shortTime), new FailingPolicy(fails)));
        opened.monitor(new WorkerMonitor() {
            @Override
            public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
                stuck.add(cell);
            }
        });
        fails.set("steals");
        ProbeCell cell = new ProbeCell(opened.home(0));
        cell.offer(new Task(self -> WorkerGroupContract.awaitLatch(go)));
        Await.until("the look that fails", () -> fails.get().isEmpty());
        stuck.clear();
        Await.until("a report of a later look", () -> stuck.contains(cell));
        go.countDown();
    }

    /** Cells start at home but may run anywhere. */
    private static final class RelocatingPolicy implements SchedulingPolicy {
        @Override
        public Worker place(Cell cell, Worker home, @Nullable Worker by) {
            return home;
        }

        @Override
        public boolean runsHere(Cell cell, Worker worker) {
            return true;
        }

        @Override
        public boolean keepsIdleCell(Cell cell) {
            return true;
        }

        @Override
        public boolean steals() {
            return false;
        }

        @Override
        public boolean relocates() {
            return true;
        }
    }

    @Test
    void shouldNotThrowWhatAMonitorThrows() {
        IllegalStateException failure = new IllegalStateException("on purpose");
        Monitors guarded = new Monitors();
        guarded.add(new WorkerMonitor() {
            @Override
            public void onTurnFailed(Cell cell, Throwable thrown) {
                throw failure;
            }

            @Override
            public void onWorkerDied(Thread thread, Throwable cause) {
                throw new IllegalStateException("once more", null);
            }
        });
        ProbeCell cell = new ProbeCell(ready -> {});
        assertThatCode(() -> guarded.onTurnFailed(cell, failure)).doesNotThrowAnyException();
        assertThatCode(() -> guarded.onWorkerDied(Thread.currentThread(), failure))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldStartAsManyWorkersAsToldAndTheOthersWhenTheyAreNeeded(int initial) {
        WorkerGroup opened = open(WorkerGroup.start(CONFIG, new HomePolicy(), initial));
        assertThat(opened.running()).isEqualTo(initial);
        for (int worker = 0; worker < 2; worker++) {
            ProbeCell cell = new ProbeCell(opened.home(worker));
            cell.offer(new Note(0, 0));
            Await.until("the message", () -> cell.count() == 1);
        }
        assertThat(opened.running()).isEqualTo(2);
    }

    @Test
    void shouldReviveAWorkerWhoseThreadCouldNotBeStartedWhenTheCellCame() {
        WorkerGroup opened = open(WorkerGroup.start(CONFIG, new HomePolicy(), 0));
        ProbeCell forgotten = new ProbeCell(ready -> {
            ready.migrate(opened.home(1));
            opened.worker(1).queues().inbox.push(ready); // handed over, and nobody revives the worker
            opened.watch();
        });
        forgotten.offer(new Note(0, 0));
        Await.until("the message", () -> forgotten.count() == 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void shouldRefuseToStartWorkersItDoesNotHave(int initial) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerGroup.start(CONFIG, new HomePolicy(), initial))
                .withMessage("initial must be between 0 and 2: initial=" + initial + ", dispatcher=life");
    }

    /** Home policy that fails once when told which question to fail at. */
    private static final class FailingPolicy implements SchedulingPolicy {
        private final SchedulingPolicy policy = new HomePolicy();
        private final AtomicReference<String> fails;

        FailingPolicy(AtomicReference<String> fails) {
            this.fails = fails;
        }

        private void ask(String question) {
            if (question.equals(fails.get())) {
                fails.set("");
                throw new OutOfMemoryError("on purpose");
            }
        }

        @Override
        public Worker place(Cell cell, Worker home, @Nullable Worker by) {
            return policy.place(cell, home, by);
        }

        @Override
        public boolean runsHere(Cell cell, Worker worker) {
            ask("runsHere");
            return policy.runsHere(cell, worker);
        }

        @Override
        public boolean keepsIdleCell(Cell cell) {
            ask("keepsIdleCell");
            return policy.keepsIdleCell(cell);
        }

        @Override
        public boolean steals() {
            if (Thread.currentThread().getName().endsWith("-watchdog")) {
                ask("steals");
            }
            return policy.steals();
        }
    }
}
