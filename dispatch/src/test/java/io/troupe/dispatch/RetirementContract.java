// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Team;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What dispatchers owe while some of their workers have no thread. */
abstract class RetirementContract extends WorkerGroupContract {
    @Test
    void shouldReviveARetiredWorkerForACell() {
        restart(NO_RESCUE);
        ProbeCell cell = new ProbeCell(dispatcher.home(1));
        for (int i = 0; i < 5; i++) {
            retire(1);
            Await.until("its thread has ended", () -> threads("-worker-1") == 0);
            cell.offer(new Note(0, i));
            awaitCount(cell, i + 1);
            assertThat(dispatcher.stats().get(1).running()).isTrue();
        }
        assertThat(cell.threads()).hasSize(5).allSatisfy(thread -> assertThat(thread.getName())
                .isEqualTo(NAME + "-worker-1"));
        assertThat(cell.violations()).isZero();
    }

    @Test
    void shouldStartARetiredWorkerOnce() {
        assertThat(worker(1).start()).isFalse();
        for (int i = 0; i < 20; i++) {
            retire(1);
            AtomicInteger started = new AtomicInteger();
            Team.of(3, number -> started.addAndGet(worker(1).start() ? 1 : 0)).join();
            assertThat(started).hasValue(1);
            assertThat(worker(1).start()).isFalse();
            Await.until("one thread", () -> threads("-worker-1") == 1);
        }
    }

    @Test
    void shouldNotRetireBeforeTheWorkIsDone() {
        CountDownLatch go = new CountDownLatch(1);
        ProbeCell cell = blocked(1, go);
        worker(1).retire();
        for (int i = 0; i < 10; i++) {
            cell.offer(new Note(0, i));
        }
        assertThat(dispatcher.stats().get(1).running()).isTrue();
        go.countDown();
        awaitCount(cell, 10);
        Await.until("retirement", () -> !dispatcher.stats().get(1).running());
        assertThat(cell.violations()).isZero();
    }

    @Test
    void shouldStayWhenItIsWantedAgain() {
        CountDownLatch go = new CountDownLatch(1);
        ProbeCell cell = blocked(1, go);
        worker(1).retire();
        assertThat(worker(1).start()).isFalse();
        go.countDown();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
        awaitAllParked();
        assertThat(dispatcher.stats().get(1).running()).isTrue();
    }

    @Test
    void shouldRetireThoughItsIdleStrategyNeverParks() {
        restart(CONFIG.idle(IdleStrategy.spinning()));
        retire(0);
        retire(1);
        Await.until("no thread of a worker is left", () -> threads("-worker-0") + threads("-worker-1") == 0);
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
    }

    @Test
    void shouldNotWatchRetiredWorkers() {
        retire(0);
        awaitWatchdogAsleep();
        retire(1);
        awaitWatchdogAsleep();
        assertThat(worker(1).start()).isTrue();
        Await.until("it parks", () -> dispatcher.stats().get(1).parked());
        awaitWatchdogAsleep();
    }

    private static void awaitWatchdogAsleep() {
        Await.until(
                "the watchdog sleeps without ticking", () -> thread("-watchdog").getState() == Thread.State.WAITING);
    }

    @Test
    void shouldLoseNoCellWhileWorkersRetire() {
        restart(CONFIG.idle(IdleStrategy.parking()));
        int each = 3_000;
        List<ProbeCell> cells = cells(4);
        AtomicBoolean over = new AtomicBoolean();
        Team senders = Team.of(2, number -> {
            for (int i = 0; i < each; i++) {
                ProbeCell cell = cells.get((i + number) % 4);
                cell.offer(new Note(number, i));
                if (i % 4 == 0) { // lets the workers come to rest again and again
                    Await.until("turns", () -> cell.depth(1) == 0, Thread::onSpinWait);
                }
            }
        });
        Team balancer = Team.of(() -> {
            while (!over.get()) {
                worker(ThreadLocalRandom.current().nextInt(2)).retire();
                Thread.onSpinWait();
            }
        });
        await("all messages", () -> cells.stream().mapToInt(ProbeCell::count).sum() == 2 * each);
        over.set(true);
        senders.join();
        balancer.join();
        assertThat(cells).allSatisfy(cell -> assertThat(cell.violations()).isZero());
        Await.until("no thread too many", () -> threads("-worker-0") <= 1 && threads("-worker-1") <= 1);
    }

    @Test
    void shouldLeaveNoThreadBehindWhenItIsClosedDuringARevival() {
        for (int i = 0; i < 100; i++) {
            restart(CONFIG.idle(IdleStrategy.parking()));
            retire(0);
            retire(1);
            ProbeCell first = new ProbeCell(dispatcher.home(0));
            Team team =
                    Team.of(() -> first.offer(new Note(0, 0)), () -> worker(1).start(), () -> assertThat(
                                    dispatcher.close(Duration.ofSeconds(10)))
                            .isTrue());
            team.join();
            assertThat(threads()).isZero();
        }
    }

    final Worker worker(int index) {
        return ((WorkerGroup) dispatcher).worker(index);
    }

    final void retire(int index) {
        worker(index).retire();
        Await.until("retirement", () -> !dispatcher.stats().get(index).running());
    }

    /** Until its thread has ended: before, it may find a reason to stay, and take the worker back. */
    final void retireForGood(int index) {
        retire(index);
        Await.until("the end of the thread", () -> !worker(index).thread().isAlive());
    }

    private static long threads(String suffix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(NAME + suffix))
                .count();
    }
}
