// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DedicatedDispatcherTest extends RetirementContract {
    @Override
    CellDispatcher create(WorkerConfig config) {
        return (CellDispatcher) Dispatchers.dedicated(config);
    }

    @Test
    void shouldRunACellOnItsHomeWorkerOnly() {
        List<ProbeCell> cells = cells(6);
        for (int i = 0; i < 2_000; i++) {
            for (ProbeCell cell : cells) {
                Note note = new Note(0, i);
                cells.get((i + 1) % 6).offer(new Task(self -> cell.offer(note)));
            }
        }
        for (int i = 0; i < 6; i++) {
            awaitCount(cells.get(i), 1_900);
            assertThat(cells.get(i).threads()).containsExactly(thread("-worker-" + i % 2));
        }
    }

    @Test
    void shouldHandABusyCellOverWhenItIsMoved() {
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        cell.offer(new Task(ProbeCellLoop::again));
        await("turns at the old home", () -> cell.threads().contains(thread("-worker-0")));
        dispatcher.migrate(cell, 1);
        await("turns at the new home", () -> cell.threads().contains(thread("-worker-1")));
        cell.signal(new Task(ProbeCell::end));
        await("the end", cell::isClosed);
    }

    @Test
    void shouldNameTheCulpritButNotMoveWhatWaitsBehindIt() {
        AtomicInteger reports = new AtomicInteger();
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
                reports.incrementAndGet();
            }
        });
        CountDownLatch go = new CountDownLatch(1);
        blocked(0, go);
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0));
        await("several reports", () -> reports.get() >= 3);
        assertThat(behind.count()).isZero();
        go.countDown();
        awaitCount(behind, 1);
        assertThat(behind.threads()).containsExactly(thread("-worker-0"));
    }

    @Test
    void shouldSpreadCellsOverAllWorkers() {
        assertThat(dispatcher.home()).isNotSameAs(dispatcher.home());
        assertThat(dispatcher.home(7)).isSameAs(dispatcher.home(1));
        assertThat(dispatcher.home(-1)).isSameAs(dispatcher.home(1));
    }
}
