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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InlineTurnsTest {
    private static final int QUICK = 5_000;

    private CellDispatcher dispatcher = (CellDispatcher) Dispatchers.workStealing(WorkerConfig.of("guests", 1));

    /** Like an event loop. */
    private static final class Host extends Thread implements InlineRunner {
        private final InlineTurns guests = new InlineTurns();

        Host(Runnable task) {
            super(task, "host");
        }

        @Override
        public InlineTurns inlineTurns() {
            return guests;
        }
    }

    @AfterEach
    void close() {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
    }

    /** A cell that is known to be quick, and whose worker has nothing to do. */
    private ProbeCell quickCell() {
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < QUICK; i++) { // its first messages are cold code
            cell.offer(new Note(0, i));
        }
        Await.until("delivered", () -> cell.count() == QUICK);
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
        InlineTurns guests = Objects.requireNonNull(InlineTurns.ofThread());
        guests.open();
        task.run();
        guests.close();
    }

    @Test
    void shouldRunAShortTurnOnTheLoopInsteadOfWakingTheWorker() throws InterruptedException {
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
        assertThat(cell.violations()).isZero();
        assertThat(dispatcher.stats().get(0).parks()).isEqualTo(parks);
    }

    @Test
    void shouldAlsoRunWhatItsGuestsMakeReady() throws InterruptedException {
        ProbeCell one = quickCell();
        ProbeCell two = quickCell();
        onHost(() -> hosting(() -> one.offer(new Task(self -> two.offer(new Note(1, 0))))));
        assertThat(two.threads()).extracting(Thread::getName).contains("host");
    }

    @Test
    void shouldKeepAGuestOutThatWasSlow() throws InterruptedException {
        ProbeCell cell = quickCell();
        onHost(() -> {
            hosting(() -> cell.offer(new Task(self -> burn(Duration.ofMillis(50)))));
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
            for (int i = 0; i < 10_000; i++) {
                cell.offer(new Note(1, i));
            }
        }));
        Await.until("delivered", () -> cell.count() == before + 10_000);
        assertThat(cell.violations()).isZero();
        assertThat(cell.threads()).hasSize(2);
    }

    @Test
    void shouldTakeNoGuestsOutsideOfItsHours() throws InterruptedException {
        ProbeCell cell = quickCell();
        onHost(() ->
                cell.offer(new Task(self -> assertThat(Thread.currentThread()).isNotInstanceOf(Host.class))));
        Await.until("delivered", () -> !cell.hasWork());
        assertThat(cell.threads()).extracting(Thread::getName).doesNotContain("host");
    }

    @Test
    void shouldKeepCellsOfADedicatedDispatcherAtHome() throws InterruptedException {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        dispatcher = (CellDispatcher) Dispatchers.dedicated(WorkerConfig.of("guests", 1));
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

    /** Whoever shares the loop must not wait for somebody else's guest. */
    @Test
    void shouldTakeNoGuestsWhereSeveralConnectionsWouldWaitForThem() throws InterruptedException {
        ProbeCell cell = quickCell();
        onHost(() -> {
            InlineTurns guests = Objects.requireNonNull(InlineTurns.ofThread());
            guests.connected();
            guests.connected();
            offerAndAwait(cell);
            assertThat(cell.threads()).doesNotContain(Thread.currentThread());

            guests.disconnected();
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
    void shouldCloseForAllWhenAGuestHasBlocked() throws InterruptedException {
        ProbeCell one = quickCell();
        ProbeCell two = quickCell();
        onHost(() -> {
            hosting(() -> one.offer(new Task(self -> burn(Duration.ofMillis(40)))));
            assertThat(one.threads()).contains(Thread.currentThread());
            offerAndAwait(two);
            assertThat(two.threads()).doesNotContain(Thread.currentThread());
        });
    }

    @Test
    void shouldTellTheMonitorOfAGuestThatBlocks() throws InterruptedException {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        AtomicReference<@Nullable Thread> accused = new AtomicReference<>();
        AtomicReference<List<StackTraceElement>> evidence = new AtomicReference<>(List.of());
        CountDownLatch told = new CountDownLatch(1);
        dispatcher = (CellDispatcher) Dispatchers.workStealing(
                WorkerConfig.of("guests", 1).stuckAfter(Duration.ofMillis(5), Duration.ofMillis(10)));
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
