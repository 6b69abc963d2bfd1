// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadDispatcherTest extends DispatcherContract {
    @Override
    CellDispatcher create(int threads) {
        return (CellDispatcher) Dispatchers.virtualThreads(NAME);
    }

    @Test
    void shouldLetATurnBlock() {
        assertThat(dispatcher.mayBlock()).isTrue();
        CountDownLatch go = new CountDownLatch(1);
        for (ProbeCell blocked : cells(dispatcher.workers() + 1)) {
            blocked.offer(new Task(self -> WorkerGroupContract.awaitLatch(go)));
        }
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
        go.countDown();
    }

    @Test
    void shouldNotLetCellsThatWakeEachOtherStarveOthers() {
        List<ProbeCell> pairs = cells(4 * dispatcher.workers());
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < pairs.size(); i += 2) {
            pairs.get(i).offer(ping(pairs.get(i + 1), pairs.get(i), over));
        }
        ProbeCell other = cell();
        for (int i = 0; i < 50; i++) {
            other.offer(new Note(0, i));
            awaitCount(other, i + 1);
        }
        over.set(true);
    }

    private static Task ping(ProbeCell to, ProbeCell from, AtomicBoolean over) {
        return new Task(self -> {
            if (!over.get()) {
                to.offer(ping(from, to, over));
            }
        });
    }
}
