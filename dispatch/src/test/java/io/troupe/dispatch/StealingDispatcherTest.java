// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.WorkerMonitor;
import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StealingDispatcherTest extends RetirementContract {
    /** Cells with such messages move in with their callers. */
    private static final int CHEAP_NANOS = 1_000;

    /** Of which one is enough: on a busy machine the system stops threads again and again. */
    private static final int ROUNDS = 20;

    @Override
    CellDispatcher create(WorkerConfig config) {
        return (CellDispatcher) Dispatchers.workStealing(config);
    }

    @Test
    void shouldMoveWhatWaitsBehindABlockedTurn() {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        ProbeCell blocked = new ProbeCell(dispatcher.home(0));
        blocked.offer(new Task(self -> {
            started.countDown();
            awaitLatch(go);
        }));
        await("the blocking turn", () -> started.getCount() == 0);
        for (int i = 0; i < 3; i++) {
            ProbeCell behind = new ProbeCell(dispatcher.home(0));
            behind.offer(new Note(0, 0)); // one at a time: never a backlog that a thief would take
            awaitCount(behind, 1);
        }
        go.countDown();
    }

    /** Not the watchdog, which comes after half a second, but an idle worker sees to them. */
    @Test
    void shouldRunWhatBecomesReadyBehindABlockedTurnAgainAndAgainWithoutTheWatchdog() {
        restart(NO_RESCUE);
        CountDownLatch go = new CountDownLatch(1);
        blocked(0, go);
        for (int i = 0; i < 21; i++) {
            ProbeCell behind = new ProbeCell(dispatcher.home(0));
            behind.offer(new Note(0, 0));
            awaitCount(behind, 1);
            assertThat(behind.threads()).containsExactly(thread("-worker-1"));
        }
        go.countDown();
    }

    @Test
    void shouldNameTheCulpritThoughOthersAreRunElsewhere() {
        restart(WorkerConfig.of(NAME, 2));
        AtomicReference<Cell> stuck = new AtomicReference<>();
        dispatcher.monitor(new WorkerMonitor() {
            @Override
            public void onStuck(Cell cell, Thread worker, Duration atLeast, List<StackTraceElement> stack) {
                stuck.set(cell);
            }
        });
        CountDownLatch go = new CountDownLatch(1);
        ProbeCell culprit = blocked(0, go);
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0));
        awaitCount(behind, 1);
        await("the culprit is named", () -> stuck.get() == culprit);
        go.countDown();
    }

    @Test
    void shouldNotMoveCellsFromOneBlockedTurnBehindAnother() {
        restart(WorkerConfig.of(NAME, 3).stuckAfter(Duration.ofMillis(20), Duration.ofMillis(20)));
        CountDownLatch go = new CountDownLatch(1);
        blocked(0, go);
        blocked(1, go);
        for (int i = 0; i < 10; i++) {
            ProbeCell behind = new ProbeCell(dispatcher.home(i % 2));
            behind.offer(new Note(0, 0));
            awaitCount(behind, 1);
            assertThat(behind.threads()).containsExactly(thread("-worker-2"));
        }
        go.countDown();
    }

    @Test
    void shouldReviveARetiredWorkerIfNobodyElseCanTakeWhatWaitsBehindABlockedTurn() {
        retireForGood(1);
        CountDownLatch go = new CountDownLatch(1);
        blocked(0, go);
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0));
        awaitCount(behind, 1);
        assertThat(dispatcher.stats().get(1).running()).isTrue();
        go.countDown();
    }

    @Test
    void shouldShareTwoCellsThatNeverRestThoughTheyHaveOneHome() {
        awaitAllParked();
        AtomicBoolean stop = new AtomicBoolean();
        ProbeCell first = new ProbeCell(dispatcher.home(0));
        ProbeCell second = new ProbeCell(dispatcher.home(0));
        first.offer(endless(stop));
        second.offer(endless(stop));
        await(
                "both workers at work",
                () -> first.threads().size() + second.threads().size() > 2
                        || !first.threads().equals(second.threads()));
        stop.set(true);
    }

    private static Task endless(AtomicBoolean stop) {
        return new Task(self -> {
            if (!stop.get()) {
                self.offer(endless(stop));
            }
        });
    }

    @Test
    void shouldNotStealALoneFreshCell() {
        restart(NO_RESCUE);
        awaitAllParked();
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        for (int i = 0; i < 2_000; i++) {
            cell.offer(new Note(0, i));
            awaitCountYielding(cell, i + 1);
        }
        assertThat(cell.threads()).containsExactly(thread("-worker-0"));
    }

    private void awaitCountYielding(ProbeCell cell, int count) {
        Await.until("message " + count, () -> cell.count() == count, Thread::yield);
    }

    @Test
    void shouldRunElsewhereWhatWakesDuringALongTurn() {
        restart(NO_RESCUE);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        slowCell().offer(new Task(self -> {
            started.countDown();
            awaitLatch(go);
        }));
        awaitLatch(started);
        List<ProbeCell> behind = new ArrayList<>();
        for (int i = 0; i < 20; i++) { // some find the other worker idle, some at work
            behind.add(new ProbeCell(dispatcher.home(0)));
            behind.get(i).offer(new Note(0, 0));
        }
        for (ProbeCell cell : behind) {
            awaitCount(cell, 1);
            assertThat(cell.threads()).containsExactly(thread("-worker-1"));
        }
        go.countDown();
    }

    @Test
    void shouldStealALoneCellThatWaitsBehindALongTurn() {
        restart(NO_RESCUE);
        ProbeCell slow = slowCell();
        CountDownLatch together = new CountDownLatch(1);
        blocked(0, together);
        CountDownLatch go = new CountDownLatch(1);
        slow.offer(new Task(self -> awaitLatch(go)));
        ProbeCell behind = new ProbeCell(dispatcher.home(0));
        behind.offer(new Note(0, 0));
        together.countDown();
        awaitCount(behind, 1);
        go.countDown();
    }

    @Test
    void shouldRunElsewhereWhatALongMessageTellsBeforeItEnds() {
        restart(NO_RESCUE);
        ProbeCell slow = slowCell();
        for (int worker = 0; worker < 2; worker++) {
            ProbeCell told = new ProbeCell(dispatcher.home(worker));
            CountDownLatch ran = new CountDownLatch(1);
            AtomicInteger missed = new AtomicInteger();
            slow.offer(new Task(self -> {
                told.offer(new Task(other -> ran.countDown()));
                missed.set(isCountedDown(ran) ? 0 : 1); // the teller goes on for as long as the told has not run
            }));
            await("the end of the long message", () -> ran.getCount() == 0);
            assertThat(missed).hasValue(0);
        }
    }

    /** Whoever moves in with its only caller must not move behind what that one goes on computing. */
    @Test
    void shouldNotMoveACellHomeToACallerThatIsInALongMessage() {
        restart(CONFIG.stuckAfter(Duration.ofMinutes(1), Duration.ofMinutes(1))); // no rescue
        ProbeCell slow = slowCell();
        ProbeCell told = new ProbeCell(dispatcher.home(1));
        for (int sent = 0; told.serviceNanos() == 0 || told.serviceNanos() >= CHEAP_NANOS; sent++) {
            told.offer(new Note(0, sent));
            awaitCount(told, sent + 1);
        }
        awaitAllParked();
        Set<CellHome> homes = ConcurrentHashMap.newKeySet();
        AtomicInteger missed = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(1);
        slow.offer(new Task(self -> {
            for (int i = 0; i < 20; i++) {
                CountDownLatch ran = new CountDownLatch(1);
                told.offer(new Task(other -> ran.countDown()));
                missed.addAndGet(isCountedDown(ran) ? 0 : 1);
                homes.add(told.home());
                await("the other worker sleeps", () -> dispatcher.stats().get(1).parked()); // so it is made ready anew
            }
            over.countDown();
        }));
        awaitLatch(over);
        assertThat(missed).hasValue(0);
        assertThat(homes).containsExactly(dispatcher.home(1));
        assertThat(told.threads()).containsExactly(thread("-worker-1"));
    }

    private static boolean isCountedDown(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A cell of the first worker that is known to take long; nobody is at work. */
    private ProbeCell slowCell() {
        ProbeCell cell = new ProbeCell(dispatcher.home(0));
        cell.offer(new Task(self -> {
            for (long end = System.nanoTime() + 5_000_000; System.nanoTime() - end < 0; ) {
                Thread.onSpinWait();
            }
        }));
        await("the measured time", () -> cell.serviceNanos() >= 5_000_000);
        awaitAllParked();
        return cell;
    }

    /** A worker keeps such a cell a while when it has nothing else to do; a thief that did so would split a conversation. */
    @Test
    void shouldNoteThatACellWasWokenByItsOwnWorkerAndNotFromOutside() {
        ProbeCell told = new ProbeCell(dispatcher.home(0));
        told.offer(new Note(0, 0));
        awaitCount(told, 1);
        assertThat(told.isWokenFromOutside()).isTrue();
        awaitAllParked(); // and so nobody keeps it
        ProbeCell teller = new ProbeCell(dispatcher.home(0));
        teller.offer(new Task(self -> told.offer(new Note(0, 1))));
        awaitCount(told, 2);
        assertThat(told.isWokenFromOutside()).isFalse();
    }

    @Test
    void shouldKeepASerialConversationOnOneThread() {
        int fewest = Integer.MAX_VALUE;
        for (int round = 0; round < ROUNDS && fewest >= 200; round++) {
            fewest = Math.min(fewest, changesOfTheThread(20_000));
        }
        assertThat(fewest)
                .as("changes of the thread in 20,000 messages; one that the system has stopped loses the conversation")
                .isLessThan(200);
    }

    private int changesOfTheThread(int messages) {
        awaitAllParked();
        ProbeCell left = new ProbeCell(dispatcher.home(0));
        ProbeCell right = new ProbeCell(dispatcher.home(1));
        AtomicInteger left2go = new AtomicInteger(messages);
        AtomicInteger moves = new AtomicInteger();
        AtomicReference<Thread> last = new AtomicReference<>(Thread.currentThread());
        left.offer(ping(right, left, left2go, last, moves));
        await("the end of the conversation", () -> left2go.get() <= 0);
        return moves.get();
    }

    private static Task ping(
            ProbeCell to, ProbeCell from, AtomicInteger left, AtomicReference<Thread> last, AtomicInteger moves) {
        return new Task(self -> {
            if (last.getAndSet(Thread.currentThread()) != Thread.currentThread()) {
                moves.incrementAndGet();
            }
            if (left.decrementAndGet() > 0) {
                to.offer(ping(from, to, left, last, moves));
            }
        });
    }

    @Test
    void shouldShareABacklog() {
        share();
    }

    @Test
    void shouldShareABacklogThoughIdleWorkersParkAtOnce() {
        restart(CONFIG.idle(IdleStrategy.parking()));
        share();
    }

    /** Busy cells of one home must come to run on both workers. */
    private void share() {
        List<ProbeCell> cells = busyCells(8);
        await("turns on the other worker", () -> cells.stream()
                .anyMatch(cell -> cell.threads().contains(thread("-worker-1"))));
        // On a loaded machine the watchdog may have been the first to carry cells over.
        await(
                "a steal",
                () -> dispatcher.stats().stream().mapToLong(WorkerStats::steals).sum() > 0);
        end(cells);
    }

    @Test
    void shouldNotReviveARetiredWorkerForABacklog() {
        restart(NO_RESCUE);
        retireForGood(1);
        List<ProbeCell> cells = busyCells(8);
        await("many turns", () -> dispatcher.stats().get(0).turns() > 1_000);
        assertThat(dispatcher.stats().get(1).running()).isFalse();
        assertThat(worker(1).start()).isTrue();
        await("turns on the other worker", () -> dispatcher.stats().get(1).turns() > 0);
        end(cells);
    }

    @Test
    void shouldMoveHomeAfterRepeatedStealing() {
        List<ProbeCell> cells = busyCells(8);
        await("a cell has moved", () -> cells.stream().anyMatch(cell -> cell.home() == dispatcher.home(1)));
        end(cells);
    }

    /** Once per contention, so it is not the calls in a row that move it. */
    @Test
    void shouldMoveACellThatWaitsForLocksToTheWorkerThatCallsIt() {
        ProbeCell waiting = new ProbeCell(dispatcher.home(0));
        ProbeCell calling = new ProbeCell(dispatcher.home(1));
        while (waiting.home() != dispatcher.home(1)) {
            CountDownLatch waited = new CountDownLatch(1);
            waiting.offer(new Task(self -> {
                for (int i = 0; i < 100_000; i++) {
                    CellThread.contended(1);
                }
                waited.countDown();
            }));
            awaitLatch(waited);
            awaitAllParked(); // a worker that still looks for work keeps the cell, and then it is not made ready anew
            CountDownLatch called = new CountDownLatch(1);
            calling.offer(new Task(self -> waiting.offer(new Task(again -> called.countDown()))));
            awaitLatch(called);
        }
    }

    private List<ProbeCell> busyCells(int count) {
        List<ProbeCell> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cells.add(new ProbeCell(dispatcher.home(0)));
        }
        ProbeCell starter = new ProbeCell(dispatcher.home(0));
        starter.offer(new Task(self -> cells.forEach(cell -> cell.offer(new Task(ProbeCellLoop::again)))));
        return cells;
    }

    private void end(List<ProbeCell> cells) {
        for (ProbeCell cell : cells) {
            cell.signal(new Task(ProbeCell::end));
            await("the end", cell::isClosed);
        }
    }
}
