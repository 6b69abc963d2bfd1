// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import io.troupe.dispatch.support.Team;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every dispatcher owes the cells it runs. */
abstract class DispatcherContract {
    private static final List<Integer> CALLBACKS_FIRST = List.of(1, 1, 1, 1, 1, 0, 0, 0, 0, 0);

    /** Prefix of the names of all threads of the dispatcher under test. */
    static final String NAME = "contract";

    final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    CellDispatcher dispatcher;

    /** The kind under test with about so many threads, called {@link #NAME}. */
    abstract CellDispatcher create(int threads);

    /** Waits for what the dispatcher's threads do; a dispatcher without threads does it meanwhile. */
    void await(String description, BooleanSupplier condition) {
        Await.until(description, condition);
    }

    @BeforeEach
    void open() {
        dispatcher = create(2);
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onTurnFailed(Cell cell, Throwable failure) {
                failures.add(failure);
            }
        });
    }

    @AfterEach
    void close() {
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
    }

    final ProbeCell cell() {
        return new ProbeCell(dispatcher.home());
    }

    final List<ProbeCell> cells(int count) {
        List<ProbeCell> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cells.add(cell());
        }
        return cells;
    }

    final void awaitCount(ProbeCell cell, int count) {
        await(count + " messages", () -> cell.count() >= count);
    }

    @Test
    void shouldDeliverEachMessageOnceInTheOrderOfItsSender() {
        int each = 10_000;
        List<ProbeCell> cells = cells(4);
        Team senders = Team.of(3, number -> {
            for (int i = 0; i < each; i++) {
                for (ProbeCell cell : cells) {
                    cell.offer(new Note(number, i));
                }
            }
        });
        for (ProbeCell cell : cells) {
            awaitCount(cell, 3 * each);
        }
        senders.join();
        assertThat(cells).allSatisfy(cell -> {
            assertThat(cell.count()).isEqualTo(3 * each);
            assertThat(cell.violations()).isZero();
        });
    }

    @Test
    void shouldSayItsName() {
        assertThat(dispatcher).hasToString("Dispatcher[" + dispatcher.name() + "]");
    }

    @Test
    void shouldCloseWithADeadlineBeyondWhatNanosecondsCanCount() {
        cell().offer(new Note(0, 0));
        assertThat(dispatcher.close(ChronoUnit.FOREVER.getDuration())).isTrue();
    }

    @Test
    void shouldRunOneTurnAtATimeWhileCellsSendToEachOther() {
        int hops = 100_000;
        List<ProbeCell> cells = cells(5);
        AtomicInteger left = new AtomicInteger(hops);
        AtomicInteger running = new AtomicInteger(8);
        for (int i = 0; i < 8; i++) {
            cells.get(i % 5).tell(hop(cells, left, running));
        }
        await("the last hop", () -> running.get() == 0);
        assertThat(cells).allSatisfy(cell -> assertThat(cell.violations()).isZero());
    }

    private static Task hop(List<ProbeCell> cells, AtomicInteger left, AtomicInteger running) {
        return new Task(self -> {
            self.checkCurrent();
            if (left.decrementAndGet() < 0) {
                running.decrementAndGet();
            } else {
                cells.get(left.get() & 3).offer(hop(cells, left, running));
            }
        });
    }

    @Test
    void shouldNotLetASelfSenderStarveItsNeighbours() {
        ProbeCell greedy = new ProbeCell(dispatcher.home(0));
        ProbeCell other = new ProbeCell(dispatcher.home(0));
        ProbeCell third = new ProbeCell(dispatcher.home(0));
        sendForEver(greedy);
        sendForEver(third);
        for (int i = 0; i < 100; i++) {
            other.offer(new Note(0, i));
            awaitCount(other, i + 1);
        }
        end(greedy, third);
    }

    private static void sendForEver(ProbeCell cell) {
        cell.offer(new Task(ProbeCellLoop::again));
    }

    @Test
    void shouldNotLetCallbacksStarveMessages() {
        ProbeCell cell = cell();
        for (int i = 0; i < 3; i++) {
            cell.signal(new Task(ProbeCellLoop::signalAgain));
        }
        for (int i = 0; i < 100; i++) {
            cell.offer(new Note(0, i));
        }
        awaitCount(cell, 100);
        end(cell);
    }

    private void end(ProbeCell... cells) {
        for (ProbeCell cell : cells) {
            cell.signal(new Task(ProbeCell::end));
            await("the end of the cell", cell::isClosed);
        }
    }

    @Test
    void shouldHoldMessagesAndRunCallbacksBeforeThem() {
        ProbeCell cell = cell();
        cell.signal(new Task(ProbeCell::suspend));
        cell.offer(new Note(0, 0));
        cell.offer(new Note(0, 1));
        cell.signal(new Note(1, 0));
        awaitCount(cell, 1);
        cell.signal(new Task(self -> {
            self.resume();
            self.signal(new Note(2, 0));
        }));
        cell.signal(new Note(1, 1));
        awaitCount(cell, 5);
        assertThat(cell.notes().get(0)).hasToString("1#0");
        assertThat(cell.violations()).isZero();
    }

    /** A turn whose slice is over before it has begun its callbacks lets one message pass: the machine may stop a thread for long. */
    @Test
    void shouldRunAllWaitingCallbacksBeforeTheFirstMessage() {
        List<Integer> order = List.of();
        for (int round = 0; round < 50 && !order.equals(CALLBACKS_FIRST); round++) {
            ProbeCell cell = cell();
            cell.signal(new Task(self -> {
                for (int i = 0; i < 5; i++) {
                    self.offer(new Note(0, i));
                    self.signal(new Note(1, i));
                }
            }));
            awaitCount(cell, 10);
            assertThat(cell.violations()).isZero();
            order = cell.notes().stream().map(Note::sender).toList();
        }
        assertThat(order).isEqualTo(CALLBACKS_FIRST);
    }

    @Test
    void shouldKnowTheCurrentCellInTurnsOnly() {
        List<ProbeCell> cells = cells(3);
        for (int i = 0; i < 1_000; i++) {
            for (ProbeCell cell : cells) {
                cell.offer(new Task(ProbeCell::checkCurrent));
                cell.signal(new Task(ProbeCell::checkCurrent));
                cell.offer(new Note(0, i));
            }
        }
        for (ProbeCell cell : cells) {
            awaitCount(cell, 1_000);
            assertThat(cell.violations()).isZero();
        }
        assertThat(CellThread.currentCell()).isNull();
    }

    @Test
    void shouldSurviveWhatIsThrownOutOfATurn() {
        ProbeCell cell = cell();
        int each = 50;
        for (int i = 0; i < each; i++) {
            cell.offer(new Task(self -> {
                throw new StackOverflowError("on purpose");
            }));
            cell.offer(new Note(0, i));
        }
        awaitCount(cell, each);
        assertThat(failures).hasSize(each).allSatisfy(e -> assertThat(e).hasMessage("on purpose"));
    }

    @Test
    void shouldHandNoInterruptFlagOnToTheNextCell() {
        Queue<Boolean> inherited = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 100; i++) {
            cellOfOneWorker().offer(new Task(self -> {
                inherited.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
            }));
        }
        await("all turns", () -> inherited.size() == 100);
        assertThat(inherited).containsOnly(false);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private ProbeCell cellOfOneWorker() {
        return new ProbeCell(dispatcher.home(0));
    }

    @Test
    void shouldSurviveAMonitorThatThrows() {
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onTurnFailed(Cell cell, Throwable failure) {
                throw new OnPurpose();
            }
        });
        List<ProbeCell> cells = cells(4);
        for (ProbeCell cell : cells) {
            cell.offer(new Task(self -> {
                throw new OnPurpose();
            }));
            cell.offer(new Note(0, 0));
        }
        for (ProbeCell cell : cells) {
            awaitCount(cell, 1);
        }
    }

    @Test
    void shouldKeepOrderAndCountWhileCellsAreMoved() {
        int each = 20_000;
        List<ProbeCell> cells = cells(3);
        Team team = Team.of(3, number -> {
            for (int i = 0; i < each; i++) {
                ProbeCell cell = cells.get(i % 3);
                if (number == 2) {
                    dispatcher.migrate(cell, ThreadLocalRandom.current().nextInt(dispatcher.workers()));
                } else {
                    cell.offer(new Note(number, i));
                }
            }
        });
        await("all messages", () -> cells.stream().mapToInt(ProbeCell::count).sum() == 2 * each);
        team.join();
        assertThat(cells).allSatisfy(cell -> assertThat(cell.violations()).isZero());
    }

    @Test
    void shouldAbandonWhatIsReadyWhenItCloses() {
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            new ProbeCell(dispatcher.home(i)).offer(new Task(self -> {
                begun.incrementAndGet();
                entered.countDown();
                awaitQuietly(leave);
            }));
        }
        blockAllThreads(entered, leave);
        List<ProbeCell> waiting = cells(10);
        List<Note> notes = new ArrayList<>();
        for (ProbeCell cell : waiting) {
            Note note = new Note(0, 0);
            notes.add(note);
            cell.offer(note);
        }
        Team closer = Team.of(() -> dispatcher.close(Duration.ofSeconds(10)));
        Await.until("the end has begun", this::isEnding);
        leave.countDown();
        closer.join();
        Await.until("all are told", () -> notes.stream().allMatch(note -> note.ends() > 0));
        assertThat(notes).allSatisfy(note -> assertThat(note.ends()).isEqualTo(1));
    }

    /** Keeps all threads busy; a dispatcher without threads has nothing to keep busy. */
    void blockAllThreads(CountDownLatch entered, CountDownLatch leave) {
        awaitQuietly(entered);
    }

    /** Whether the dispatcher under test has begun to close. */
    boolean isEnding() {
        ProbeCell probe = cell();
        probe.offer(new Note(0, 0));
        return probe.isClosed();
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldAbandonWhatBecomesReadyAfterItHasClosed() {
        ProbeCell idle = cell();
        idle.offer(new Note(0, 0));
        awaitCount(idle, 1);
        dispatcher.close(Duration.ofSeconds(10));
        Note late = new Note(0, 1);
        Note lateCallback = new Note(0, 2);
        idle.offer(late);
        idle.signal(lateCallback);
        assertThat(idle.isClosed()).isTrue();
        assertThat(late.ends()).isEqualTo(1);
        assertThat(lateCallback.ends()).isEqualTo(1);
        assertThat(idle.count()).isEqualTo(1);
    }

    @Test
    void shouldTellAllMonitorsOnceThatItHasClosedAndNoneThatWasForgotten() {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        WorkerMonitor first = closing("first", told);
        WorkerMonitor forgotten = closing("forgotten", told);
        dispatcher.monitor(first);
        dispatcher.monitor(closing("second", told));
        dispatcher.monitor(first);
        dispatcher.monitor(forgotten);
        dispatcher.forget(forgotten);
        dispatcher.close(Duration.ofSeconds(10));
        dispatcher.close(Duration.ofSeconds(10));
        assertThat(told).containsExactly("first", "second");
    }

    private WorkerMonitor closing(String name, Queue<String> told) {
        return new WorkerMonitor() {
            @Override
            public void onClosed(CellScheduler closed, boolean ended, Throwable cause) {
                assertThat(closed).isSameAs(dispatcher);
                assertThat(cause)
                        .isInstanceOf(RejectedExecutionException.class)
                        .hasMessageContaining(dispatcher.name());
                told.add(name);
            }
        };
    }

    @Test
    void shouldEndIdleCellsOnceWhenAskedAndLeaveThoseAloneThatRun() {
        ProbeCell idle = cell();
        assertThat(idle.abandonIfIdle(new IllegalStateException("on purpose"))).isTrue();
        assertThat(idle.abandonIfIdle(new IllegalStateException("on purpose"))).isFalse();
        assertThat(idle.isClosed()).isTrue();
        ProbeCell running = cell();
        AtomicInteger abandoned = new AtomicInteger();
        running.offer(new Task(self -> {
            if (self.abandonIfIdle(new IllegalStateException("on purpose"))) {
                abandoned.incrementAndGet();
            }
        }));
        running.offer(new Note(0, 0));
        awaitCount(running, 1);
        assertThat(abandoned).hasValue(0);
    }

    @Test
    void shouldLoseNothingThatIsOfferedWhileItCloses() {
        int each = 2_000;
        List<ProbeCell> cells = cells(8);
        Queue<Note> offered = new ConcurrentLinkedQueue<>();
        Team senders = Team.of(2, number -> {
            for (int i = 0; i < each; i++) {
                Note note = new Note(number, i);
                offered.add(note);
                cells.get(i % cells.size()).offer(note);
                if (i == each / 2 && number == 0) {
                    dispatcher.close(Duration.ofSeconds(10));
                }
            }
        });
        await("the senders", senders::isDone);
        senders.join();
        for (ProbeCell cell : cells) {
            cell.abandonIfIdle(new IllegalStateException("on purpose"));
        }
        Await.until("all are told", () -> offered.stream().allMatch(note -> note.ends() > 0));
        assertThat(offered).hasSize(2 * each).allSatisfy(note -> assertThat(note.ends())
                .isEqualTo(1));
    }

    @Test
    void shouldLeaveNoThreadBehind() {
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        Await.until("the end of all threads", () -> threads() == 0);
    }

    static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(NAME))
                .count();
    }

    /** Without a stack trace, to keep the log of the tests short. */
    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1;

        OnPurpose() {
            super("on purpose", null, false, false);
        }
    }
}
