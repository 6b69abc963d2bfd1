// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is called when cells wait behind messages, and what counts as waiting; workers without threads, moved by hand. */
class ReliefCallTest {
    private final WorkerGroup group = WorkerGroup.start(WorkerConfig.of("by-hand", 3), new AffinityPolicy(), 0);
    private final Worker busy = group.worker(1);
    private long now;

    @AfterEach
    void close() {
        assertThat(group.close(Duration.ofSeconds(10))).isTrue();
    }

    private void park(Worker worker) {
        worker.queues().inbox.announcePark();
        group.parked(1);
    }

    private boolean isParked(int worker) {
        return group.worker(worker).queues().inbox.state() == WorkerInbox.PARKED;
    }

    /** A turn on the busy worker, and as many cells behind it. */
    private ProbeCell running(int waiting) {
        busy.queues().inbox.hint(WorkerInbox.BUSY);
        ProbeCell cell = new ProbeCell(busy);
        busy.thread().running(cell);
        for (int i = 0; i < waiting; i++) {
            busy.queues().append(new ProbeCell(busy));
        }
        return cell;
    }

    private LongSupplier stepping(Runnable meanwhile) {
        return () -> {
            meanwhile.run();
            return now += 1_000;
        };
    }

    @Test
    void shouldCountAsHeldUpWhatWaitsBehindAMessageThatGetsNowhere() {
        running(1);
        assertThat(WorkStealer.isHeldUp(busy, stepping(() -> {}))).isTrue();
        assertThat(now).as("nanoseconds looked").isGreaterThanOrEqualTo(WorkStealer.MOMENT_NANOS);
    }

    @Test
    void shouldNotCountAsHeldUpWhereNobodyWaits() {
        running(0);
        assertThat(WorkStealer.isHeldUp(busy, stepping(() -> {}))).isFalse();
        assertThat(now).as("nanoseconds looked").isZero();
    }

    @Test
    void shouldNotCountAsHeldUpWhatWaitsBehindTurnsThatEnd() {
        running(1);
        assertThat(WorkStealer.isHeldUp(busy, stepping(() -> busy.counters.turns++)))
                .isFalse();
        assertThat(now).as("nanoseconds looked").isLessThan(WorkStealer.MOMENT_NANOS / 8);
    }

    @Test
    void shouldNotCountAsHeldUpWhatWaitsBehindAnInboxThatGetsAhead() {
        ProbeCell cell = running(1);
        cell.offer(new Note(0, 0));
        Runnable oneMessage = () -> cell.work(io.troupe.dispatch.cell.TurnLimits.DEFAULT);
        assertThat(WorkStealer.isHeldUp(busy, stepping(oneMessage))).isFalse();
    }

    @Test
    void shouldNotBelieveAClockThatJumpsWhileAllThreadsAreStopped() {
        running(1);
        int[] looks = {0};
        assertThat(WorkStealer.isHeldUp(busy, () -> {
                    busy.counters.turns += ++looks[0] == 5 ? 1 : 0;
                    return now += 1_000_000_000;
                }))
                .isFalse();
    }

    @Test
    void shouldCallTheNeighbourAndNobodyElseUntilThatIsOver() {
        running(0);
        park(group.worker(0));
        park(group.worker(2));
        busy.enqueue(new ProbeCell(busy));
        assertThat(group.relief().isCalled()).isTrue();
        assertThat(group.relief().call()).as("called again").isFalse();
        assertThat(group.relief().begin()).isTrue();
        assertThat(group.relief().begin()).as("on duty twice").isFalse();
        busy.enqueue(new ProbeCell(group.worker(1)));
        group.relief().recall();
        assertThat(group.relief().isOff()).isFalse();
        group.relief().end();
        assertThat(group.relief().isOff()).isTrue();
    }

    @Test
    void shouldNotWaitForAnAnswerOfNobody() {
        running(0);
        busy.enqueue(new ProbeCell(busy));
        assertThat(group.relief().isOff()).as("all workers are busy").isTrue();
        group.parked(1); // it sleeps no more when it is called
        busy.enqueue(new ProbeCell(busy));
        group.callRelief(1);
        assertThat(group.relief().isOff()).isTrue();
        group.parked(-1);
    }

    @Test
    void shouldTakeOverALoneCellThatIsHeldUpAndNotOneThatIsNot() {
        running(1);
        Worker idle = group.worker(2);
        park(idle);
        assertThat(idle.stealer().look()).as("taken").isZero();
        assertThat(idle.queues().queue.size()).isEqualTo(1);
        assertThat(busy.hasWaiting()).isFalse();
    }

    @Test
    void shouldNotSendHomeAgainWhoIsTakenOverFromAHomeThatIsHeldUp() {
        AdaptivePolicy policy = new AdaptivePolicy();
        busy.share(false);
        running(1);
        Worker idle = group.worker(2);
        park(idle);
        assertThat(idle.stealer().look()).as("taken").isZero();
        Cell cell = idle.queues().queue.poll();
        assertThat(cell).isNotNull();
        while (policy.runsHere(cell, idle)) {
            assertThat(cell.isAway()).isTrue();
        }
        busy.inject(cell);
        assertThat(idle.stealer().look()).as("taken again").isZero();
        assertThat(idle.queues().queue.poll()).isSameAs(cell);
        assertThat(policy.runsHere(cell, idle)).isTrue();
    }

    @Test
    void shouldSleepWithoutLookingWhileNobodyWaits() {
        running(0);
        Worker idle = group.worker(2);
        park(idle);
        assertThat(idle.stealer().look()).isEqualTo(WorkStealer.FOREVER);
        assertThat(group.relief().isOff()).isTrue();
    }

    @Test
    void shouldLookLessOftenWhileWhatWaitsGetsAheadAndEndAfterSomeQuietLooks() {
        running(0);
        Worker idle = group.worker(2);
        park(idle);
        group.relief().call();
        assertThat(idle.stealer().look()).isEqualTo(ReliefDuty.FIRST_PAUSE);
        assertThat(idle.stealer().look()).isEqualTo(2 * ReliefDuty.FIRST_PAUSE);
        assertThat(idle.stealer().look()).isEqualTo(4 * ReliefDuty.FIRST_PAUSE);
        assertThat(idle.stealer().look()).isEqualTo(WorkStealer.FOREVER);
        assertThat(group.relief().isOff()).isTrue();
    }

    @Test
    void shouldEndTheDutyAtOnceWhereNobodyWorks() {
        Worker idle = group.worker(2);
        park(idle);
        group.relief().call();
        assertThat(idle.stealer().look()).isEqualTo(WorkStealer.FOREVER);
        assertThat(group.relief().isOff()).isTrue();
    }

    @Test
    void shouldTakeBackACallThatNobodyAnswersWhenTheCalledWakesUpForAMessage() {
        group.relief().call();
        group.worker(2).stealer().wakesUp();
        assertThat(group.relief().isOff()).isTrue();
    }

    @Test
    void shouldCallAnotherOneWhenTheCalledWakesUpForAMessageWhileCellsWait() {
        running(1);
        park(group.worker(0));
        group.relief().call();
        group.worker(2).stealer().wakesUp();
        assertThat(group.relief().isCalled()).isTrue();
    }

    @Test
    void shouldCallWhoSleepsForThoseWhoHaveComeWhileSomebodyElseWasOnDuty() {
        running(0);
        park(group.worker(2));
        assertThat(group.relief().begin()).as("somebody").isTrue();
        busy.enqueue(new ProbeCell(busy));
        assertThat(group.worker(2).stealer().look()).isEqualTo(WorkStealer.FOREVER);
        group.relief().end();
        group.callReliefAgain(WorkerGroup.NOBODY);
        assertThat(group.relief().isCalled()).isTrue();
        assertThat(group.worker(2).stealer().look()).as("taken").isZero();
    }

    @Test
    void shouldHandOnTheDutyWhenItsWorkerHasGotSomethingToDo() {
        Worker idle = group.worker(2);
        park(idle);
        park(group.worker(0));
        running(0);
        group.relief().call();
        idle.stealer().look();
        busy.queues().append(new ProbeCell(busy));
        idle.stealer().wakesUp();
        assertThat(group.relief().isCalled()).isTrue();
    }

    @Test
    void shouldBeginToWakeAtTheNeighbour() {
        for (int from = 0; from < 3; from++) {
            for (int i = 0; i < 3; i++) {
                park(group.worker(i));
            }
            group.offerBacklog(from);
            int neighbour = (from + 1) % 3;
            assertThat(isParked(neighbour)).isFalse();
            assertThat(isParked((from + 2) % 3)).isTrue();
            group.parked(-3);
            group.awake();
        }
    }
}
