// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExecutorDispatcherTest extends DispatcherContract {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);

    @Override
    CellDispatcher create(int threads) {
        return (CellDispatcher) Dispatchers.executor(NAME, executor);
    }

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
    }

    @Test
    void shouldNeedAnExecutor() {
        assertThatThrownBy(() -> Dispatchers.executor(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("executor");
    }

    @Test
    void shouldLeaveTheExecutorToItsOwner() {
        dispatcher.close(Duration.ofSeconds(1));
        assertThat(executor.isShutdown()).isFalse();
    }

    @Test
    void shouldHaveNoCurrentCellOnceTheTurnIsOver() throws Exception {
        ProbeCell cell = cell();
        for (int i = 0; i < 10; i++) {
            cell.offer(new Note(0, i));
            awaitCount(cell, i + 1);
        }
        for (int i = 0; i < 10; i++) {
            Await.until("the turn is over", () -> noCellOnThePool());
        }
    }

    private boolean noCellOnThePool() {
        try {
            return executor.submit(() -> CellThread.currentCell() == null).get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldLeaveTheInterruptFlagOfTheCallersOwnThreadAsItWas() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        CellDispatcher serial = (CellDispatcher) Dispatchers.executor(NAME, tasks::add);
        List<Boolean> inherited = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            new ProbeCell(serial.home()).offer(new Task(self -> {
                inherited.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
            }));
        }
        tasks.remove().run();
        assertThat(Thread.currentThread().isInterrupted()).as("set by a turn").isFalse();
        Thread.currentThread().interrupt();
        tasks.remove().run();
        assertThat(Thread.interrupted()).as("set before the turn").isTrue();
        assertThat(inherited).containsExactly(false, false);
    }

    @Test
    void shouldRunATurnLaterThatTheExecutorHasRefusedForTheMoment() {
        AtomicInteger refusals = new AtomicInteger(3);
        CellDispatcher moody = (CellDispatcher) Dispatchers.executor(NAME, task -> {
            if (refusals.getAndDecrement() > 0) {
                throw new RejectedExecutionException("on purpose");
            }
            executor.execute(task);
        });
        ProbeCell cell = new ProbeCell(moody.home());
        cell.offer(new Note(0, 0));
        cell.offer(new Note(0, 1));
        awaitCount(cell, 2);
        assertThat(cell.isClosed()).isFalse();
        assertThat(cell.undelivered()).isEmpty();
        Await.until("the thread that tried again has ended", () -> threadsOf(NAME + "-refused") == 0);
    }

    @Test
    void shouldRunATurnLaterWhateverTheExecutorHasThrown() {
        for (Throwable thrown : List.of(new IllegalStateException("on purpose"), new OutOfMemoryError("on purpose"))) {
            AtomicReference<Throwable> once = new AtomicReference<>(thrown);
            CellDispatcher moody = (CellDispatcher) Dispatchers.executor(NAME, task -> {
                throwAny(once.getAndSet(null));
                executor.execute(task);
            });
            ProbeCell cell = new ProbeCell(moody.home());
            cell.offer(new Note(0, 0));
            awaitCount(cell, 1);
        }
    }

    @Test
    void shouldRunATurnOnceThatAnExecutorAcceptsAndThrowsAllTheSame() {
        Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        CellDispatcher liar = (CellDispatcher) Dispatchers.executor(NAME, task -> {
            tasks.add(task);
            throw new IllegalStateException("on purpose");
        });
        ProbeCell cell = new ProbeCell(liar.home());
        cell.offer(new Note(0, 0));
        Await.until("it was tried again", () -> tasks.size() > 3);
        tasks.forEach(Runnable::run);
        assertThat(cell.numbers()).containsExactly(0);
        cell.offer(new Note(0, 1));
        tasks.forEach(Runnable::run);
        assertThat(cell.numbers()).containsExactly(0, 1);
        assertThat(cell.violations()).isZero();
        liar.close(Duration.ofSeconds(1));
    }

    /** The end of the executor is not the test's. */
    private static void uninterrupted(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    private static void throwAny(@Nullable Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        } else if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private static long threadsOf(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }

    @Test
    void shouldAbandonRefusedTurnsWhenTheExecutorIsShutDown() {
        ThreadPoolExecutor none = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(1));
        CountDownLatch leave = new CountDownLatch(1);
        none.execute(() -> awaitQuietly(leave));
        none.execute(() -> {});
        CellDispatcher full = (CellDispatcher) Dispatchers.executor(NAME, none);
        ProbeCell cell = new ProbeCell(full.home());
        cell.offer(new Note(0, 0));
        assertThat(cell.isClosed()).isFalse();
        none.shutdown();
        Await.until("the cell is told", cell::isClosed);
        Await.until("its message is told", () -> cell.undelivered().size() == 1);
        leave.countDown();
    }

    @Test
    void shouldTellWhenItsExecutorHasEndedThatAllCellsMayBeAbandoned() {
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch leave = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            executor.execute(() -> {
                entered.countDown();
                uninterrupted(leave);
            });
        }
        awaitQuietly(entered);
        ProbeCell queued = cell();
        AtomicReference<Boolean> ended = new AtomicReference<>();
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onClosed(CellScheduler closed, boolean allEnded, Throwable cause) {
                queued.abandon(cause);
                ended.set(allEnded);
            }
        });
        Note note = new Note(0, 0);
        queued.offer(note);
        executor.shutdown();
        assertThat(executor.shutdownNow()).hasSize(1); // its owner throws the turn away
        leave.countDown();
        Await.until("told", () -> ended.get() != null);
        assertThat(ended.get()).isTrue();
        assertThat(note.ends()).isEqualTo(1);
    }

    @Test
    void shouldAbandonACellWhoseTurnAnExecutorRefusesThatIsShutDown() {
        executor.shutdown();
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        assertThat(cell.isClosed()).isTrue();
        assertThat(cell.undelivered()).hasSize(1);
    }
}
