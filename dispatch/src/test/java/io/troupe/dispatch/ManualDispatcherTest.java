// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class ManualDispatcherTest extends DispatcherContract {
    private final ManualDispatcher manual = ManualDispatcher.inOrder();

    @Override
    CellDispatcher create(int threads) {
        return (CellDispatcher) manual;
    }

    @Override
    void await(String description, BooleanSupplier condition) {
        Await.until(description, condition, manual::runNext);
    }

    @Override
    void blockAllThreads(CountDownLatch entered, CountDownLatch leave) {
        leave.countDown();
    }

    @Test
    void shouldRunInTheOrderOfBecomingReady() {
        List<String> ran = run(ManualDispatcher.inOrder());
        assertThat(ran.subList(0, 4)).containsExactly("0", "1", "2", "3");
    }

    @Test
    void shouldRepeatARunWithTheSameSeed() {
        assertThat(run(ManualDispatcher.seeded(42))).isEqualTo(run(ManualDispatcher.seeded(42)));
    }

    @Test
    void shouldRunOtherwiseWithAnotherSeed() {
        List<List<String>> runs = new ArrayList<>();
        for (long seed = 0; seed < 8; seed++) {
            List<String> ran = run(ManualDispatcher.seeded(seed));
            assertThat(ran).hasSize(40);
            runs.add(ran);
        }
        assertThat(runs).doesNotHaveDuplicates();
    }

    /** Four cells with ten messages each; the names of the cells in the order of delivery. */
    private static List<String> run(ManualDispatcher dispatcher) {
        List<String> ran = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            ProbeCell cell = new ProbeCell(CellScheduler.of(dispatcher).home());
            for (int i = 0; i < 10; i++) {
                String name = Integer.toString(number);
                cell.offer(new Task(self -> ran.add(name)));
            }
        }
        assertThat(dispatcher.runAll()).isEqualTo(40);
        assertThat(dispatcher.steps()).isEqualTo(40);
        return ran;
    }

    @Test
    void shouldRunTheTurnsOfDispatchersThatShareItsStepsInOneOrder() {
        ManualDispatcher other = manual.share("other");
        List<String> ran = new ArrayList<>();
        ProbeCell mine = cell();
        ProbeCell theirs = new ProbeCell(CellScheduler.of(other).home());
        mine.offer(new Task(self -> ran.add("mine 1")));
        theirs.offer(new Task(self -> ran.add("theirs 1")));
        mine.offer(new Task(self -> ran.add("mine 2")));
        theirs.offer(new Task(self -> ran.add("theirs 2")));
        other.executor().execute(() -> ran.add("task"));
        assertThat(other.runAll()).isEqualTo(5);
        assertThat(ran).containsExactly("mine 1", "theirs 1", "task", "mine 2", "theirs 2");
        assertThat(manual.steps()).isEqualTo(other.steps()).isEqualTo(5);
        assertThat(other.name()).isEqualTo("other");
    }

    @Test
    void shouldGoOnWhenADispatcherThatSharesItsStepsIsClosed() {
        for (ManualDispatcher first : List.of(ManualDispatcher.inOrder(), ManualDispatcher.seeded(3))) {
            ManualDispatcher other = first.share("other");
            ProbeCell mine = new ProbeCell(CellScheduler.of(first).home());
            ProbeCell theirs = new ProbeCell(CellScheduler.of(other).home());
            mine.offer(new Note(0, 0));
            theirs.offer(new Note(0, 0));
            other.close();
            assertThat(theirs.hasEnded()).isTrue();
            assertThat(first.ready()).isOne();
            mine.offer(new Note(0, 1));
            assertThat(first.runAll()).isEqualTo(2);
            assertThat(mine.count()).isEqualTo(2);
            assertThat(theirs.count()).isZero();
        }
    }

    @Test
    void shouldRunOneMessagePerStep() {
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        cell.offer(new Note(0, 1));
        assertThat(manual.runNext()).isTrue();
        assertThat(cell.count()).isEqualTo(1);
        assertThat(manual.ready()).isEqualTo(1);
        assertThat(manual.runNext()).isTrue();
        assertThat(manual.runNext()).isFalse();
    }

    @Test
    void shouldNotRunACellAgainThatEndsWithAnError() {
        ProbeCell cell = cell();
        cell.offer(new Task(self -> {
            self.end();
            throw new IllegalStateException("on purpose");
        }));
        assertThat(manual.runNext()).isTrue();
        assertThat(failures).hasSize(1);
        assertThat(manual.ready()).isZero();
    }

    @Test
    void shouldRunTasksOfItsExecutorInTheSameSteps() {
        ProbeCell cell = cell();
        List<String> ran = new ArrayList<>();
        cell.offer(new Task(self -> ran.add("cell")));
        manual.executor().execute(() -> ran.add("task"));
        cell().offer(new Task(self -> ran.add("other cell")));
        manual.runAll();
        assertThat(ran).containsExactly("cell", "task", "other cell");
    }

    @Test
    void shouldGiveTheCurrentCellBackAfterANestedRun() {
        ProbeCell inner = cell();
        ProbeCell outer = cell();
        outer.offer(new Task(self -> {
            inner.offer(new Task(ProbeCell::checkCurrent));
            manual.runAll();
            self.checkCurrent();
        }));
        manual.runAll();
        assertThat(outer.violations() + inner.violations()).isZero();
        assertThat(CellThread.currentCell()).isNull();
    }
}
