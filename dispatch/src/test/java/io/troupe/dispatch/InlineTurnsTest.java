// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.InlineRunner;
import io.troupe.dispatch.cell.InlineTurns;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InlineTurnsTest {
    private static final int SHORT_NANOS = 200_000;
    private static final int QUICK = 5_000;
    private static final int MANY = 100;

    /** Of which one is enough: a machine that stops the loop in a short turn makes it a long one. */
    private static final int ROUNDS = 20;

    private CellDispatcher dispatcher = (CellDispatcher) Dispatchers.workStealing(WorkerConfig.of("inline", 1));

    /** Like an event loop. */
    private static final class Host extends Thread implements InlineRunner {
        private final InlineTurns turns = new InlineTurns();

        Host(Runnable task) {
            super(task, "host");
        }

        @Override
        public InlineTurns inlineTurns() {
            return turns;
        }
    }

    @AfterEach
    void close() {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
    }

    /** A cell that is known to be quick, and whose worker has nothing to do. */
    private ProbeCell quickCell() {
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        int sent = 0;
        do { // its first messages are cold code, and beside a busy machine a measured one may have been preempted
            for (int i = 0; i < QUICK; i++) {
                cell.offer(new Note(0, sent++));
            }
            int expected = sent;
            Await.until("delivered", () -> cell.count() == expected);
        } while (cell.serviceNanos() > SHORT_NANOS);
        workerSleeps();
        return cell;
    }

    private void workerSleeps() {
        Await.until("the worker sleeps", () -> dispatcher.stats().get(0).parked());
    }

    private static void onHost(Runnable task) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Host host = new Host(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        host.start();
        host.join(10_000);
        assertThat(host.isAlive()).isFalse();
        assertThat(failure.get()).isNull();
    }

    private static void hosting(Runnable task) {
        InlineTurns turns = Objects.requireNonNull(InlineTurns.ofThread());
        turns.open();
        task.run();
        turns.close();
    }

    @Test
    void shouldRunAShortTurnOnTheLoopInsteadOfWakingTheWorker() throws InterruptedException {
        boolean asleep = false;
        for (int round = 0; round < ROUNDS && !asleep; round++) {
            ProbeCell cell = quickCell();
            int before = cell.count();
            long parks = dispatcher.stats().get(0).parks();
            onHost(() -> hosting(() -> {
                cell.offer(new Note(1, 0));
                cell.offer(new Task(self -> self.checkCurrent()));
                assertThat(cell.count())
                        .as("not before the loop has read what there is")
                        .isEqualTo(before);
            }));
            assertThat(cell.count()).isEqualTo(before + 1);
            assertThat(cell.threads()).extracting(Thread::getName).contains("host");
            workerSleeps();
            assertThat(cell.violations()).isZero();
            asleep = dispatcher.stats().get(0).parks() == parks;
        }
        assertThat(asleep).as("the worker slept on").isTrue();
    }

    @Test
    void shouldAlsoRunWhatItsCellsMakeReady() throws InterruptedException {
        boolean both = false;
        for (int round = 0; round < ROUNDS && !both; round++) {
            ProbeCell one = quickCell();
            ProbeCell two = quickCell();
            onHost(() -> hosting(() -> one.offer(new Task(self -> two.offer(new Note(1, 0))))));
            both = two.threads().stream().anyMatch(Host.class::isInstance);
        }
        assertThat(both).as("two ran on the host").isTrue();
    }

    /** Calls for many actors come in one piece of input, as those by key do. */
    @Test
    void shouldRunATurnOfEachOfManyCells() throws InterruptedException {
        int most = 0;
        for (int round = 0; round < ROUNDS && most < MANY; round++) {
            List<ProbeCell> cells =
                    IntStream.range(0, MANY).mapToObj(any -> quickCell()).toList();
            cells.forEach(cell -> cell.threads().clear());
            onHost(() -> hosting(() -> cells.forEach(cell -> cell.offer(new Note(1, 0)))));
            Await.until("delivered", () -> cells.stream()
                    .noneMatch(cell -> cell.threads().isEmpty()));
            most = Math.max(most, (int) cells.stream()
                    .filter(cell -> cell.threads().stream().anyMatch(Host.class::isInstance))
                    .count());
        }
        assertThat(most).isEqualTo(MANY);
    }

    @Test
    void shouldKeepACellOutThatWasSlow() throws InterruptedException {
        ProbeCell cell = quickCell();
        onHost(() -> {
            hosting(() -> cell.offer(new Task(self -> burn(Duration.ofMillis(250)))));
            Set<Thread> before = Set.copyOf(cell.threads());
            assertThat(before).contains(Thread.currentThread());
            cell.threads().clear();
            hosting(() -> cell.offer(new Task(self -> {})));
            Await.until("delivered", () -> !cell.threads().isEmpty());
            assertThat(cell.threads()).doesNotContain(Thread.currentThread());
        });
    }

    private static void burn(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldSendUnknownCellsHome() throws InterruptedException {
        ProbeCell fresh = new ProbeCell(dispatcher.home(0));
        workerSleeps();
        onHost(() -> hosting(() -> fresh.offer(new Note(0, 0))));
        Await.until("delivered", () -> fresh.count() == 1);
        assertThat(fresh.threads()).extracting(Thread::getName).doesNotContain("host");
    }

    @Test
    void shouldSendHomeWhatHasMoreToDoThanAShortTurn() throws InterruptedException {
        ProbeCell cell = quickCell();
        int before = cell.count();
        onHost(() -> hosting(() -> {
            cell.offer(new Task(self -> burn(Duration.ofMillis(1))));
            for (int i = 0; i < 100; i++) {
                cell.offer(new Note(1, i));
            }
        }));
        Await.until("delivered", () -> cell.count() == before + 100);
        assertThat(cell.violations()).isZero();
        assertThat(cell.threads()).hasSize(2);
    }

    @Test
    void shouldTakeNoCellsWhileItIsNotOpen() throws InterruptedException {
        ProbeCell cell = quickCell();
        onHost(() ->
                cell.offer(new Task(self -> assertThat(Thread.currentThread()).isNotInstanceOf(Host.class))));
        Await.until("delivered", () -> !cell.hasWork());
        assertThat(cell.threads()).extracting(Thread::getName).doesNotContain("host");
    }

    @Test
    void shouldKeepCellsOfADedicatedDispatcherAtHome() throws InterruptedException {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        dispatcher = (CellDispatcher) Dispatchers.dedicated(WorkerConfig.of("inline", 1));
        ProbeCell cell = quickCell();
        int before = cell.count();
        onHost(() -> hosting(() -> cell.offer(new Note(1, 0))));
        Await.until("delivered", () -> cell.count() == before + 1);
        assertThat(cell.threads()).extracting(Thread::getName).doesNotContain("host");
    }

    @Test
    void shouldLeaveABusyWorkerItsCells() throws InterruptedException {
        ProbeCell cell = quickCell();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        AtomicInteger delivered = new AtomicInteger();
        ProbeCell blocking = new ProbeCell(dispatcher.home(0));
        blocking.offer(new Task(self -> {
            started.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        started.await();
        onHost(() -> hosting(() -> cell.offer(new Task(self -> delivered.incrementAndGet()))));
        assertThat(delivered).hasValue(0);
        go.countDown();
        Await.until("delivered", () -> delivered.get() == 1);
    }

    /** An error of the virtual machine, which no cell throws by itself. */
    @Test
    void shouldSendTheOthersHomeWhenATurnFails() throws InterruptedException {
        ProbeCell failing = quickCell();
        ProbeCell other = quickCell();
        int before = other.count();
        onHost(() -> {
            assertThatThrownBy(() -> hosting(() -> {
                        failing.offer(new Task(self -> {
                            throw new InternalError("on purpose");
                        }));
                        other.offer(new Note(1, 0));
                    }))
                    .hasMessage("on purpose");
            assertThat(other.threads()).doesNotContain(Thread.currentThread());
        });
        Await.until("delivered", () -> other.count() == before + 1);
    }

    /** Whoever shares the loop must not wait for a turn for somebody else. */
    @Test
    void shouldTakeNoCellsWhereSeveralConnectionsWouldWaitForThem() throws InterruptedException {
        ProbeCell cell = quickCell();
        onHost(() -> {
            InlineTurns turns = Objects.requireNonNull(InlineTurns.ofThread());
            turns.connected();
            turns.connected();
            offerAndAwait(cell);
            assertThat(cell.threads()).doesNotContain(Thread.currentThread());

            turns.disconnected();
            workerSleeps();
            offerAndAwait(cell);
            assertThat(cell.threads()).contains(Thread.currentThread());
        });
    }

    private static void offerAndAwait(ProbeCell cell) {
        cell.threads().clear();
        hosting(() -> cell.offer(new Task(self -> {})));
        Await.until("delivered", () -> !cell.threads().isEmpty());
    }

    /** Not another one of the same kind, either. */
    @Test
    void shouldCloseForAllWhenACellHasBlocked() throws InterruptedException {
        ProbeCell one = quickCell();
        ProbeCell two = quickCell();
        onHost(() -> {
            hosting(() -> one.offer(new Task(self -> burn(Duration.ofMillis(250)))));
            assertThat(one.threads()).contains(Thread.currentThread());
            offerAndAwait(two);
            assertThat(two.threads()).doesNotContain(Thread.currentThread());
        });
    }

    @Test
    void shouldTellTheMonitorOfACellThatBlocks() throws InterruptedException {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        AtomicReference<@Nullable Thread> accused = new AtomicReference<>();
        AtomicReference<List<StackTraceElement>> evidence = new AtomicReference<>(List.of());
        CountDownLatch told = new CountDownLatch(1);
        dispatcher = (CellDispatcher) Dispatchers.workStealing(
                WorkerConfig.of("inline", 1).stuckAfter(Duration.ofMillis(5), Duration.ofMillis(10)));
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
                if (worker instanceof Host) {
                    evidence.set(stack);
                    accused.set(worker);
                    told.countDown();
                }
            }
        });
        ProbeCell cell = quickCell();
        onHost(() -> {
            hosting(() -> cell.offer(new Task(self -> blockUntil(told))));
            assertThat(accused.get()).isSameAs(Thread.currentThread());
        });
        assertThat(evidence.get()).anyMatch(frame -> frame.getMethodName().equals("blockUntil"));
    }

    private static void blockUntil(CountDownLatch told) {
        try {
            assertThat(told.await(9, TimeUnit.SECONDS)).as("told").isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
