// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Team;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunQueueTest {
    private final RunQueue queue = new RunQueue(true);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPollInOrder(boolean shared) {
        RunQueue own = new RunQueue(shared);
        List<Cell> cells = cells(5);
        cells.forEach(own::push);
        assertThat(own.size()).isEqualTo(5);
        assertThat(drain(own)).isEqualTo(cells);
        assertThat(own.poll()).isNull();
        assertThat(own.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGrowAndKeepTheOrder(boolean shared) {
        RunQueue own = new RunQueue(shared);
        List<Cell> cells = cells(1_000);
        cells.subList(0, 40).forEach(own::push);
        List<Cell> polled = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            polled.add(own.poll());
        }
        cells.subList(40, 1_000).forEach(own::push);
        polled.addAll(drain(own));
        assertThat(polled).isEqualTo(cells);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 64, 200})
    void shouldGiveHalfFromTheFrontToAThief(int size) {
        List<Cell> cells = cells(size);
        cells.forEach(queue::push);
        RunQueue thief = new RunQueue(true);
        int half = (size + 1) / 2;
        assertThat(queue.stealInto(thief, 1)).isEqualTo(half);
        assertThat(drain(thief)).isEqualTo(cells.subList(0, half));
        assertThat(drain(queue)).isEqualTo(cells.subList(half, size));
    }

    @Test
    void shouldNotGiveLessThanAThiefAsksFor() {
        RunQueue thief = new RunQueue(true);
        assertThat(queue.stealInto(thief, 0)).isZero();
        queue.push(cells(1).get(0));
        assertThat(queue.stealInto(thief, 2)).isZero();
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void shouldGiveEachCellOnceToOwnerAndThieves() {
        int count = 300_000;
        List<Cell> cells = cells(count);
        AtomicBoolean done = new AtomicBoolean();
        List<List<Cell>> taken = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Runnable owner = () -> {
            for (int i = 0; i < count; i++) {
                queue.push(cells.get(i));
                if (i % 3 == 0) {
                    addIfAny(taken.get(0), queue.poll());
                }
                if (i % 5_000 == 0) {
                    taken.get(0).addAll(drain(queue));
                    queue.trim();
                }
            }
            taken.get(0).addAll(drain(queue));
            done.set(true);
        };
        Team.of(owner, () -> steal(taken.get(1), done), () -> steal(taken.get(2), done))
                .join();
        List<Cell> all = taken.stream().flatMap(List::stream).toList();
        Set<Cell> distinct = new HashSet<>(all);
        assertThat(all).hasSize(count);
        assertThat(distinct).hasSize(count);
        assertThat(taken.get(1).size() + taken.get(2).size()).as("stolen").isPositive();
    }

    @Test
    void shouldKeepNoCellThatWasStolenAndNoRoomForABacklogOfThePast() {
        int count = 5_000;
        List<WeakReference<Cell>> stolen = new ArrayList<>();
        cells(count).forEach(cell -> {
            stolen.add(new WeakReference<>(cell));
            queue.push(cell);
        });
        int atPeak = queue.capacity();
        RunQueue thief = new RunQueue(true);
        while (queue.stealInto(thief, 1) > 0) {
            drain(thief);
        }
        assertThat(queue.poll()).isNull();
        queue.trim();
        thief.trim();
        assertThat(queue.capacity()).isLessThan(atPeak);
        System.gc();
        Await.until("the stolen cells are collected", () -> stolen.stream().allMatch(cell -> cell.get() == null));
    }

    /** A worker that gives a cell up looks whether its queue is empty, does not poll, and sleeps. */
    @Test
    void shouldKeepNoCellThatWasStolenFromAnOwnerThatIsAboutToSleep() {
        List<WeakReference<Cell>> stolen = new ArrayList<>();
        cells(3).forEach(cell -> {
            stolen.add(new WeakReference<>(cell));
            queue.push(cell);
        });
        RunQueue thief = new RunQueue(true);
        while (queue.stealInto(thief, 1) > 0) {
            drain(thief);
        }
        queue.trim();
        System.gc();
        Await.until("the stolen cells are collected", () -> stolen.stream().allMatch(cell -> cell.get() == null));
    }

    @Test
    void shouldNotForgetWhatWasPushedIntoSlotsThatThievesHavePassed() {
        int room = queue.capacity();
        List<Cell> cells = cells(2 * room);
        RunQueue thief = new RunQueue(true);
        cells.subList(0, room).forEach(queue::push);
        int stolen = queue.stealInto(thief, 1);
        cells.subList(room, room + stolen).forEach(queue::push);
        assertThat(queue.capacity()).isEqualTo(room);
        assertThat(drain(queue)).isEqualTo(cells.subList(stolen, room + stolen));
    }

    @Test
    void shouldKeepTheOrderWhenItShrinksBetweenBacklogs() {
        for (int round = 0; round < 3; round++) {
            List<Cell> cells = cells(3_000);
            cells.forEach(queue::push);
            assertThat(drain(queue)).isEqualTo(cells);
            queue.trim();
        }
    }

    private void steal(List<Cell> taken, AtomicBoolean done) {
        RunQueue own = new RunQueue(true);
        while (!done.get()) {
            queue.stealInto(own, 1);
            taken.addAll(drain(own));
        }
    }

    private static void addIfAny(List<Cell> to, Cell cell) {
        if (cell != null) {
            to.add(cell);
        }
    }

    private static List<Cell> drain(RunQueue from) {
        List<Cell> cells = new ArrayList<>();
        for (Cell cell = from.poll(); cell != null; cell = from.poll()) {
            cells.add(cell);
        }
        return cells;
    }

    private static List<Cell> cells(int count) {
        return Stream.generate(() -> (Cell) new ProbeCell(ready -> {}))
                .limit(count)
                .toList();
    }
}
