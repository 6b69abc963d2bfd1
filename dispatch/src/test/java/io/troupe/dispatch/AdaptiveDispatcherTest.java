// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.balance.BalanceConfig;
import io.troupe.dispatch.balance.BalanceStats;
import io.troupe.dispatch.balance.Decision;
import io.troupe.dispatch.balance.DecisionReason;
import io.troupe.dispatch.balance.Placement;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdaptiveDispatcherTest extends WorkerGroupContract {
    /** Eager, so that tests need not wait. */
    private static final BalanceConfig EAGER = BalanceConfig.defaults()
            .window(Duration.ofMillis(5))
            .patience(Duration.ofMillis(50), 0)
            .moves(0.02, 10_000, Duration.ofMillis(20));

    private final Queue<Decision<Cell>> decisions = new ConcurrentLinkedQueue<>();

    @Override
    CellDispatcher create(WorkerConfig config) {
        return (CellDispatcher) Dispatchers.adaptive(config, EAGER);
    }

    private void listen() {
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onDecision(Decision<Cell> decision) {
                decisions.add(decision);
            }
        });
    }

    private int running() {
        return dispatcher.balance().running();
    }

    /** A cell that never rests: it works a little and sends itself the next message. */
    private ProbeCell busyCell(AtomicBoolean stop) {
        ProbeCell cell = new ProbeCell(dispatcher.home());
        cell.offer(again(stop));
        return cell;
    }

    private static Task again(AtomicBoolean stop) {
        return new Task(self -> {
            work();
            if (!stop.get()) {
                self.offer(again(stop));
            }
        });
    }

    private static Task counting(AtomicBoolean stop, AtomicInteger turns) {
        return new Task(self -> {
            turns.incrementAndGet();
            if (!stop.get()) {
                self.offer(counting(stop, turns));
            }
        });
    }

    private static void work() {
        long end = System.nanoTime() + 2_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldStartWithOneWorker() {
        assertThat(running()).isEqualTo(1);
        assertThat(dispatcher.workers()).isEqualTo(2);
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
        assertThat(cell.threads()).containsExactly(thread("-worker-0"));
    }

    @Test
    void shouldAddAWorkerUnderLoadAndExplainIt() {
        listen();
        AtomicBoolean stop = new AtomicBoolean();
        List<ProbeCell> cells = busyCells(4, stop);
        await(
                "cells on both workers",
                () -> cells.stream().map(Cell::home).distinct().count() == 2);
        await("both are told", () -> told(Decision.Start.class) && told(Decision.Move.class));
        stop.set(true);
        assertThat(decisions)
                .anySatisfy(decision -> assertThat(decision).isInstanceOfSatisfying(Decision.Start.class, start -> {
                    assertThat(start.worker()).isEqualTo(1);
                    // if the system stops the worker for a millisecond, cells wait as if behind a long message
                    assertThat(start.reason()).isIn(DecisionReason.OVERLOAD, DecisionReason.WAITING);
                    assertThat(start.gain() > 0).isEqualTo(start.reason() == DecisionReason.OVERLOAD);
                }))
                .anySatisfy(decision -> assertThat(decision).isInstanceOfSatisfying(Decision.Move.class, move -> {
                    assertThat(move.from()).isZero();
                    assertThat(move.to()).isEqualTo(1);
                    assertThat(cells.contains(move.cell())).isTrue();
                }));
    }

    private List<ProbeCell> busyCells(int count, AtomicBoolean stop) {
        List<ProbeCell> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cells.add(busyCell(stop));
        }
        return cells;
    }

    @Test
    void shouldGiveUpWorkersThatAreNotNeededAndRunTheirCellsElsewhere() {
        listen();
        AtomicBoolean stop = new AtomicBoolean();
        List<ProbeCell> cells = busyCells(4, stop);
        await("a second worker", () -> running() == 2);
        stop.set(true);
        await("one worker again", () -> running() == 1);
        for (ProbeCell cell : cells) {
            int before = cell.count();
            cell.offer(new Note(0, 0));
            awaitCount(cell, before + 1);
        }
        await("the stop is told", () -> told(Decision.Stop.class));
    }

    private boolean told(Class<?> kind) {
        return decisions.stream().anyMatch(kind::isInstance);
    }

    @Test
    void shouldRunAnIdleCellOfAStoppedWorkerElsewhereInsteadOfRevivingIt() {
        ProbeCell sleeper = new ProbeCell(dispatcher.home());
        dispatcher.migrate(sleeper, 1);
        assertThat(running()).isEqualTo(1);
        sleeper.offer(new Note(0, 0));
        awaitCount(sleeper, 1);
        assertThat(running()).isEqualTo(1);
        assertThat(sleeper.home()).isEqualTo(dispatcher.home(0));
        assertThat(dispatcher.balance().redirected()).isEqualTo(1);
    }

    @Test
    void shouldStayQuietWithoutLoad() {
        ProbeCell cell = cell();
        for (int i = 0; i < 1_000; i++) {
            cell.offer(new Note(0, i));
            awaitCount(cell, i + 1);
        }
        BalanceStats stats = dispatcher.balance();
        assertThat(stats.starts()).isZero();
        assertThat(stats.moves()).isZero();
    }

    @Test
    void shouldMoveCellsAwayFromABlockedWorkerAndKeepThemAway() {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        ProbeCell blocked = cell();
        ProbeCell neighbour = cell();
        blocked.offer(new Task(self -> {
            started.countDown();
            awaitLatch(go);
        }));
        await("the blocking turn", () -> started.getCount() == 0);
        for (int i = 0; i < 20; i++) {
            neighbour.offer(new Note(0, i));
            awaitCount(neighbour, i + 1);
        }
        assertThat(neighbour.threads()).doesNotContain(thread("-worker-0"));
        go.countDown();
    }

    @Test
    void shouldNeverRunAPinnedCellElsewhere() {
        AtomicBoolean stop = new AtomicBoolean();
        Placement placement = Placement.pinned(1);
        ProbeCell pinned = new ProbeCell(dispatcher.home(placement));
        dispatcher.keep(pinned, placement);
        List<ProbeCell> cells = busyCells(4, stop);
        AtomicInteger turns = new AtomicInteger();
        pinned.offer(counting(stop, turns));
        await("some turns", () -> turns.get() > 10_000);
        stop.set(true);
        assertThat(pinned.threads()).containsExactly(thread("-worker-1"));
        assertThat(cells).allMatch(cell -> cell.violations() == 0);
    }

    @Test
    void shouldKeepCellsOfOneKeyTogether() {
        AtomicBoolean stop = new AtomicBoolean();
        List<ProbeCell> group = new ArrayList<>();
        Placement placement = Placement.together("key");
        List<ProbeCell> others = busyCells(4, stop);
        await("a second worker", () -> running() == 2);
        for (int i = 0; i < 4; i++) {
            ProbeCell cell = new ProbeCell(dispatcher.home(placement));
            dispatcher.keep(cell, placement);
            cell.offer(again(stop));
            group.add(cell);
        }
        assertThat(group.stream().map(Cell::home).distinct()).hasSize(1);
        dispatcher.migrate(group.get(0), 0);
        dispatcher.migrate(group.get(1), 1);
        await(
                "the group is together again",
                () -> group.stream().map(Cell::home).distinct().count() == 1);
        stop.set(true);
        assertThat(others).allMatch(cell -> cell.violations() == 0);
    }

    @Test
    void shouldSleepWithoutTickingThoughAWorkerIsKeptForAPinnedCell() {
        Placement placement = Placement.pinned(1);
        ProbeCell pinned = new ProbeCell(dispatcher.home(placement));
        dispatcher.keep(pinned, placement);
        pinned.offer(new Note(0, 0));
        awaitCount(pinned, 1);
        await("the balancer sleeps", () -> thread("-balancer").getState() == Thread.State.WAITING);
        assertThat(dispatcher.stats().get(1).running()).isTrue();
        pinned.offer(new Note(0, 1));
        awaitCount(pinned, 2);
        assertThat(pinned.threads()).containsExactly(thread("-worker-1"));
    }

    @Test
    void shouldGoOnBalancingAfterAListenerHasFailed() {
        AtomicInteger told = new AtomicInteger();
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onDecision(Decision<Cell> decision) {
                told.incrementAndGet();
                throw new IllegalStateException("on purpose");
            }
        });
        AtomicBoolean stop = new AtomicBoolean();
        busyCells(4, stop);
        await("a second worker", () -> running() == 2);
        stop.set(true);
        await("one worker again", () -> running() == 1);
        await("the stop is told, too", () -> told.get() > 1);
    }

    /** A worker that is given up late does not keep what it ran, nor do the plans and demands of the past. */
    @Test
    void shouldKeepNoCellThatHasEndedWhileAWorkerIsKept() {
        BalanceConfig patient = EAGER.patience(Duration.ofHours(1), 0);
        try (CellDispatcher keeping = (CellDispatcher) Dispatchers.adaptive(WorkerConfig.of("keeping", 2), patient)) {
            List<WeakReference<Cell>> ended = live(keeping);
            await("nothing of them is kept", () -> {
                System.gc();
                return ended.stream().allMatch(cell -> cell.get() == null);
            });
            assertThat(keeping.balance().running()).isEqualTo(2);
        }
    }

    /** Some cells work until both workers run them, one of them where it was demanded, and end. */
    private List<WeakReference<Cell>> live(CellDispatcher on) {
        AtomicBoolean stop = new AtomicBoolean();
        List<ProbeCell> cells = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Placement placement = i == 0 ? Placement.together("key") : Placement.ANYWHERE;
            ProbeCell cell = new ProbeCell(on.home(placement));
            on.keep(cell, placement);
            cell.offer(again(stop));
            cells.add(cell);
        }
        await(
                "cells on both workers",
                () -> cells.stream().map(Cell::home).distinct().count() == 2);
        stop.set(true);
        cells.forEach(cell -> cell.offer(new Task(ProbeCell::end)));
        await("all have ended", () -> cells.stream().allMatch(Cell::isClosed));
        List<WeakReference<Cell>> ended = new ArrayList<>();
        cells.forEach(cell -> ended.add(new WeakReference<>(cell)));
        return ended;
    }
}
