// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExecutorDispatcherTest extends DispatcherContract {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);

    @Override
    Dispatcher create(int threads) {
        return WorkerDispatchers.executor(NAME, executor);
    }

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
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
        Dispatcher serial = WorkerDispatchers.executor(NAME, tasks::add);
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
    void shouldReportATurnThatTheExecutorRefuses() {
        executor.shutdown();
        cell().offer(new Note(0, 0));
        assertThat(failures).singleElement().isInstanceOf(RejectedExecutionException.class);
    }
}
