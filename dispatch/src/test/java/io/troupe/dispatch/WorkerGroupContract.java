// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What dispatchers with workers of their own owe beyond {@link DispatcherContract}. */
abstract class WorkerGroupContract extends DispatcherContract {
    static final WorkerConfig CONFIG =
            WorkerConfig.of(NAME, 2).stuckAfter(Duration.ofMillis(20), Duration.ofMillis(20));

    /** The same, but a busy machine that stops a thread for a while moves no cells. */
    static final WorkerConfig NO_RESCUE = CONFIG.stuckAfter(Duration.ofMinutes(1), Duration.ofMinutes(1));

    /** The kind under test. */
    abstract CellDispatcher create(WorkerConfig config);

    @Override
    final CellDispatcher create(int threads) {
        return create(CONFIG);
    }

    /** Starts the dispatcher anew with other settings. */
    final void restart(WorkerConfig config) {
        close();
        dispatcher = create(config);
    }

    @Test
    void shouldParkWhenIdleAndLookForNothing() {
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
        awaitAllParked();
        Await.until(
                "the watchdog sleeps without ticking", () -> thread("-watchdog").getState() == Thread.State.WAITING);
        awaitAllAtRest();
        List<WorkerStats> before = dispatcher.stats();
        for (int i = 0; i < 20; i++) {
            LockSupport.parkNanos(1_000_000);
            assertThat(dispatcher.stats()).isEqualTo(before);
        }
    }

    @Test
    void shouldParkThoughATurnHasLeftItsThreadInterrupted() {
        for (int worker = 0; worker < dispatcher.workers(); worker++) {
            ProbeCell cell = new ProbeCell(dispatcher.home(worker));
            cell.offer(new Task(self -> Thread.currentThread().interrupt()));
            cell.offer(new Note(0, 0));
            awaitCount(cell, 1);
        }
        awaitAllParked();
        awaitAllAtRest();
    }

    @Test
    void shouldSayThatNoWorkerRunsAfterTheEnd() {
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
        dispatcher.close(Duration.ofSeconds(10));

        assertThat(dispatcher.stats()).isNotEmpty().noneMatch(worker -> worker.running() || worker.parked());
    }

    /** A worker that says that it is parked may not have come so far yet, or look after others for a while. */
    private void awaitAllAtRest() {
        List<WorkerStats> running =
                dispatcher.stats().stream().filter(WorkerStats::running).toList();
        assertThat(running).isNotEmpty();
        running.forEach(worker -> awaitRest(thread("-worker-" + worker.index())));
    }

    /** An interrupted thread does not sleep: its park returns at once, again and again. */
    private static void awaitRest(Thread thread) {
        Await.until(
                thread.getName() + " sleeps instead of spinning",
                () -> thread.getState() == Thread.State.WAITING && !thread.isInterrupted());
    }

    @Test
    void shouldWakeForEveryMessageThatComesWhileParking() {
        restart(CONFIG.idle(IdleStrategy.parking()));
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < 3_000; i++) {
            cell.offer(new Note(0, i));
            int expected = i + 1;
            Await.until("message " + i, () -> cell.count() == expected, Thread::onSpinWait);
        }
    }

    @Test
    void shouldRunWhatIsWokenFromOutsideWithinARoundOfItsOwnCells() {
        restart(WorkerConfig.of(NAME, 1));
        AtomicInteger turns = new AtomicInteger();
        AtomicInteger waited = new AtomicInteger(-1);
        ProbeCell left = cell();
        ProbeCell right = cell();
        ProbeCell outsider = cell();
        left.offer(pingPong(right, left, turns));
        await("the locals at work", () -> turns.get() > 100);
        left.signal(new Task(self -> {
            int before = turns.get();
            Await.all(() -> outsider.offer(new Task(other -> waited.set(turns.get() - before))));
        }));
        await("the turn of the outsider", () -> waited.get() >= 0);
        assertThat(waited.get()).isLessThanOrEqualTo(2);
        left.signal(new Task(ProbeCell::end));
    }

    @Test
    void shouldRunWhatArrivesDuringATurnBeforeItsCellHasAnother() {
        restart(WorkerConfig.of(NAME, 1).turns(4, Duration.ofMinutes(1), 4));
        ProbeCell flood = cell();
        ProbeCell light = cell();
        AtomicInteger messages = new AtomicInteger();
        AtomicInteger waited = new AtomicInteger(-1);
        flood.offer(new Task(self -> {
            for (int i = 0; i < 20; i++) {
                self.offer(new Task(again -> messages.incrementAndGet()));
            }
            Await.all(() -> light.offer(new Task(other -> waited.set(messages.get()))));
        }));
        await("all messages", () -> messages.get() == 20);
        assertThat(waited).as("messages of the turn that ran").hasValue(3);
    }

    private static Task pingPong(ProbeCell to, ProbeCell from, AtomicInteger turns) {
        return new Task(self -> {
            turns.incrementAndGet();
            to.offer(pingPong(from, to, turns));
        });
    }

    @Test
    void shouldNameTheCellThatKeepsItsWorker() throws Exception {
        AtomicReference<Cell> stuck = new AtomicReference<>();
        AtomicReference<Thread> where = new AtomicReference<>();
        CountDownLatch go = new CountDownLatch(1);
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
                where.set(worker);
                stuck.set(cell);
            }
        });
        ProbeCell cell = new ProbeCell(dispatcher.home(1));
        AtomicReference<Thread> at = new AtomicReference<>();
        cell.offer(new Task(self -> {
            at.set(Thread.currentThread());
            awaitLatch(go);
        }));
        await("the report", () -> stuck.get() != null);
        assertThat(stuck.get()).isSameAs(cell);
        assertThat(where.get()).isEqualTo(at.get());
        go.countDown();
    }

    @Test
    void shouldRefuseAWorkerThatDoesNotExist() {
        ProbeCell cell = cell();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> dispatcher.migrate(cell, 2))
                .withMessage("worker must be between 0 and 1: worker=2, dispatcher=" + NAME);
    }

    @Test
    void shouldHaveNoMoreThreadsForMoreCells() {
        long before = threads();
        for (ProbeCell cell : cells(1_000)) {
            cell.offer(new Note(0, 0));
            awaitCount(cell, 1);
        }
        assertThat(before).isLessThanOrEqualTo(dispatcher.workers() + 1);
        assertThat(threads()).isLessThanOrEqualTo(dispatcher.workers() + 1);
    }

    @Test
    void shouldInterruptATurnThatDoesNotEndInTime() {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        cell().offer(new Task(self -> {
            started.countDown();
            awaitLatch(never);
        }));
        await("the turn", () -> started.getCount() == 0);
        assertThat(dispatcher.close(Duration.ofMillis(50))).isFalse();
        Await.until("the end of all threads", () -> threads() == 0);
    }

    @Test
    void shouldReplaceAThreadThatDies() {
        DyingIdle idle = new DyingIdle();
        Queue<String> deaths = watchDeaths(idle);
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < 5; i++) {
            int before = deaths.size();
            cell.offer(new Note(0, 2 * i));
            awaitCount(cell, 2 * i + 1);
            idle.die(1);
            wakeAll(before);
            await("the report", () -> deaths.size() > before);
            cell.offer(new Note(0, 2 * i + 1));
            awaitCount(cell, 2 * i + 2);
        }
        assertThat(deaths).allSatisfy(death -> assertThat(death).matches(NAME + "-worker-[01]: on purpose"));
        assertThat(cell.violations()).isZero();
        // a thread that dies lives a moment longer than its successor needs to start
        Await.until("as many threads as workers", () -> threads() <= dispatcher.workers() + 1);
    }

    /** Gives every worker something to do, so that each comes to its idle strategy again. */
    private void wakeAll(int number) {
        for (int worker = 0; worker < dispatcher.workers(); worker++) {
            new ProbeCell(dispatcher.home(worker)).offer(new Note(0, number));
        }
    }

    @Test
    void shouldNotLoseTheIdleCellThatADyingThreadKeeps() {
        DyingIdle idle = new DyingIdle();
        Queue<String> deaths = watchDeaths(idle);
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < 8; i++) {
            int before = deaths.size();
            idle.die(1);
            cell.offer(new Note(0, 2 * i)); // woken from outside: the worker keeps it when it is done
            await("the report", () -> deaths.size() > before);
            cell.offer(new Note(0, 2 * i + 1)); // finds the cell owned: nobody but its holder would run it
            awaitCount(cell, 2 * i + 2);
        }
        assertThat(cell.violations()).isZero();
    }

    @Test
    void shouldPauseWhenOneThreadAfterTheOtherDies() {
        DyingIdle idle = new DyingIdle();
        Queue<String> deaths = watchDeaths(idle);
        idle.die(12);
        long start = System.nanoTime();
        wakeAll(0);
        await("all deaths", () -> deaths.size() >= 12);
        // two workers with six deaths each at best: 1 + 2 + 4 + 8 + 16 ms before the last of them
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(31_000_000L);
        ProbeCell cell = cell();
        cell.offer(new Note(0, 0));
        awaitCount(cell, 1);
    }

    @Test
    void shouldLeaveNoThreadBehindWhileThreadsDie() {
        DyingIdle idle = new DyingIdle();
        Queue<String> deaths = watchDeaths(idle);
        idle.die(Integer.MAX_VALUE);
        wakeAll(0);
        await("a few deaths", () -> deaths.size() >= 6);
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        assertThat(threads()).isZero();
    }

    /** Starts anew with the idle strategy; returns who died of what, as it happens. */
    private Queue<String> watchDeaths(IdleStrategy idle) {
        Queue<String> deaths = new ConcurrentLinkedQueue<>();
        restart(CONFIG.idle(idle));
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onWorkerDied(Thread thread, Throwable cause) {
                deaths.add(thread.getName() + ": " + cause.getMessage());
            }
        });
        return deaths;
    }

    /** Throws as often as it is told; backs off otherwise. */
    private static final class DyingIdle implements IdleStrategy {
        private final IdleStrategy otherwise = IdleStrategy.backoff();
        private final AtomicInteger deaths = new AtomicInteger();

        void die(int times) {
            deaths.set(times);
        }

        @Override
        public boolean idle(int rounds) {
            if (deaths.get() > 0 && deaths.getAndDecrement() > 0) {
                throw new IllegalStateException("on purpose");
            }
            return otherwise.idle(rounds);
        }
    }

    /** A cell at home on a worker, which it keeps until the latch is open. */
    final ProbeCell blocked(int worker, CountDownLatch go) {
        CountDownLatch started = new CountDownLatch(1);
        ProbeCell cell = new ProbeCell(dispatcher.home(worker));
        cell.offer(new Task(self -> {
            started.countDown();
            awaitLatch(go);
        }));
        await("the blocking turn", () -> started.getCount() == 0);
        return cell;
    }

    final void awaitAllParked() {
        await("all workers are parked", () -> dispatcher.stats().stream()
                .allMatch(worker -> worker.parked() || !worker.running()));
    }

    static Thread thread(String suffix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(NAME + suffix))
                .findFirst()
                .orElseThrow();
    }

    static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
