// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.ReadyList;
import io.troupe.dispatch.support.Task;
import io.troupe.dispatch.support.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CellTest {
    private final ReadyList home = new ReadyList();
    private final ProbeCell cell = new ProbeCell(home);

    @Test
    void shouldRunCallbacksBeforeMessagesThatCameFirst() {
        offer(0, 1);
        cell.signal(new Note(1, 0));
        cell.signal(new Note(1, 1));
        home.runAll();
        assertThat(cell.notes()).extracting(Note::toString).containsExactly("1#0", "1#1", "0#0", "0#1");
    }

    @Test
    void shouldBeScheduledOnceByMessageAndCallback() {
        cell.signal(new Note(1, 0));
        offer(0);
        assertThat(home.told()).isEqualTo(1);
        home.runAll();
        cell.signal(new Note(1, 1));
        assertThat(home.told()).isEqualTo(2);
    }

    @Test
    void shouldCountEveryMessageAndCallbackAsProgress() {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 200; i++) { // more than between two measured messages
            cell.tell(new Task(own -> seen.add(own.progress())));
            cell.signal(new Task(own -> seen.add(own.progress())));
        }
        home.runAll();

        assertThat(seen).hasSize(400).doesNotHaveDuplicates();
    }

    @Test
    void shouldHoldMessagesButNotCallbacks() {
        cell.signal(new Task(ProbeCell::suspend));
        offer(0, 1);
        home.runAll();
        cell.signal(new Note(1, 0));
        home.runAll();
        assertThat(cell.notes()).extracting(Note::toString).containsExactly("1#0");
        offer(2);
        cell.signal(new Task(ProbeCell::resume));
        home.runAll();
        assertThat(cell.notes()).extracting(Note::toString).containsExactly("1#0", "0#0", "0#1", "0#2");
    }

    @Test
    void shouldStopAfterTheMessageThatHolds() {
        cell.tell(new Task(ProbeCell::suspend));
        offer(0);
        home.runAll();
        assertThat(cell.count()).isZero();
        assertThat(cell.depth(10)).isEqualTo(1);
    }

    @Test
    void shouldGoIdleWhileHeld() {
        cell.signal(new Task(ProbeCell::suspend));
        offer(0, 1, 2);
        home.runAll();
        assertThat(home.waiting()).isZero();
    }

    /** Would hang for hours if each message had to walk along those that wait. */
    @Test
    @Timeout(60)
    void shouldCostTheSameForEachMessageWhileHeld() {
        int count = 2_000_000;
        cell.signal(new Task(ProbeCell::suspend));
        for (int i = 0; i < count; i++) {
            offer(i);
            home.runTurn();
        }
        cell.signal(new Task(ProbeCell::resume));
        home.runAll();
        assertThat(cell.count()).isEqualTo(count);
        assertThat(cell.violations()).isZero();
    }

    @Test
    void shouldPutMessagesBeforeAllOthersInTheOrderGiven() {
        cell.tell(new Task(self -> self.putFirst(List.of(new Note(0, 0), new Note(0, 1)))));
        offer(2, 3);
        home.runAll();
        assertThat(cell.numbers()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldKeepTheOrderWhenPutFirstWhileHeld() {
        cell.signal(new Task(ProbeCell::suspend));
        offer(2);
        home.runAll();
        cell.signal(new Task(self -> self.putFirst(List.of(new Note(0, 0), new Note(0, 1)))));
        home.runAll();
        offer(3);
        home.runAll();
        cell.signal(new Task(ProbeCell::resume));
        offer(4);
        home.runAll();
        assertThat(cell.numbers()).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void shouldKeepTheOrderOverSeveralHolds() {
        int next = 0;
        for (int round = 0; round < 50; round++) {
            cell.signal(new Task(ProbeCell::suspend));
            home.runAll();
            for (int i = 0; i < 3; i++) {
                offer(next++);
                home.runAll();
            }
            cell.signal(new Task(ProbeCell::resume));
            offer(next++);
            home.runAll();
            offer(next++);
        }
        home.runAll();
        assertThat(cell.count()).isEqualTo(next);
        assertThat(cell.violations()).isZero();
    }

    @Test
    void shouldLimitTheMessagesAndCallbacksOfATurn() {
        ReadyList limited = new ReadyList(new TurnLimits(3, Long.MAX_VALUE, 2));
        ProbeCell busy = new ProbeCell(limited);
        for (int i = 0; i < 10; i++) {
            busy.offer(new Note(0, i));
            busy.signal(new Note(1, i));
        }
        limited.runTurn();
        assertThat(busy.notes()).extracting(Note::toString).containsExactly("1#0", "1#1", "0#0", "0#1", "0#2");
    }

    @Test
    void shouldEndATurnEarlyOnceMessagesHaveBecomeSlow() {
        ReadyList sliced = new ReadyList(new TurnLimits(512, 20_000_000, 256));
        ProbeCell busy = new ProbeCell(sliced);
        for (int i = 0; i < 50_000; i++) {
            busy.offer(new Note(0, i));
        }
        sliced.runAll();
        int[] slow = new int[1];
        for (int i = 0; i < 512; i++) {
            busy.tell(new Task(self -> {
                spin(1_000_000);
                slow[0]++;
            }));
        }
        sliced.runTurn();
        assertThat(slow[0]).as("of 512 slow messages in a turn of 20 ms").isLessThanOrEqualTo(128);
    }

    @Test
    void shouldDeliverNothingAfterTheEnd() {
        cell.tell(new Task(ProbeCell::end));
        offer(0, 1);
        cell.signal(new Note(1, 0));
        home.runAll();
        assertThat(cell.undelivered()).extracting(Object::toString).containsExactly("0#0", "0#1");
        assertThat(cell.notes()).extracting(Note::toString).containsExactly("1#0");
    }

    @Test
    void shouldHandLateCallbacksToUndelivered() {
        cell.signal(new Task(self -> {
            self.end();
            self.signal(new Note(1, 0));
        }));
        cell.signal(new Note(1, 1));
        home.runAll();
        assertThat(cell.count()).isZero();
        assertThat(cell.undelivered()).hasSize(2);
        cell.signal(new Note(1, 2));
        assertThat(cell.undelivered()).hasSize(3);
        assertThat(home.waiting()).isZero();
    }

    @Test
    void shouldNotDeadlockWhenTwoClosingCellsTellEachOther() {
        CyclicBarrier bothClosing = new CyclicBarrier(2);
        TellingCell left = new TellingCell(home, bothClosing);
        TellingCell right = new TellingCell(home, bothClosing);
        left.other = right;
        right.other = left;
        for (TellingCell each : List.of(left, right)) {
            each.signal(new Ending());
            each.offer(new Ending());
        }
        Team.of(home::runTurn, home::runTurn).join();
        assertThat(left.lost.get() + right.lost.get()).isEqualTo(4);
    }

    @Test
    void shouldFindThePositionOfAMessage() {
        Note[] notes = new Note[10];
        for (int i = 0; i < notes.length; i++) {
            notes[i] = new Note(0, i);
            cell.offer(notes[i]);
        }
        assertThat(cell.positionOf(notes[0], 100)).isEqualTo(1);
        assertThat(cell.positionOf(notes[9], 100)).isEqualTo(10);
        assertThat(cell.positionOf(notes[9], 10)).isEqualTo(10);
        assertThat(cell.positionOf(notes[9], Integer.MAX_VALUE)).isEqualTo(10);
        assertThat(cell.positionOf(new Note(0, 0), 100)).isZero();
    }

    @Test
    void shouldNotReportAPositionBeyondTheLimit() {
        Note[] notes = new Note[10];
        for (int i = 0; i < notes.length; i++) {
            notes[i] = new Note(0, i);
            cell.offer(notes[i]);
        }
        assertThat(cell.positionOf(notes[7], 5)).isZero();
    }

    @Test
    void shouldFindThePositionAmongTakenAndNewMessages() {
        Note[] notes = {new Note(0, 0), new Note(0, 1), new Note(0, 2), new Note(0, 3)};
        cell.signal(new Task(ProbeCell::suspend));
        cell.offer(notes[0]);
        cell.offer(notes[1]);
        home.runAll();
        cell.offer(notes[2]);
        cell.offer(notes[3]);
        for (int i = 0; i < notes.length; i++) {
            assertThat(cell.positionOf(notes[i], 100)).isEqualTo(i + 1);
        }
        assertThat(cell.depth(100)).isEqualTo(4);
    }

    @Test
    void shouldMoveOnlyFromTheExpectedHome() {
        ReadyList other = new ReadyList();
        assertThat(cell.migrate(other, home)).isFalse();
        assertThat(cell.migrate(home, other)).isTrue();
        offer(0);
        assertThat(other.waiting()).isEqualTo(1);
        assertThat(home.waiting()).isZero();
    }

    @Test
    void shouldLetAnErrorOutOfTheTurnAndLoseNoOtherMessage() {
        cell.tell(new Task(self -> {
            throw new IllegalStateException("on purpose");
        }));
        offer(0, 1);
        assertThatIllegalStateException().isThrownBy(() -> cell.turn(TurnLimits.DEFAULT));
        assertThat(cell.turn(TurnLimits.DEFAULT)).isFalse();
        assertThat(cell.numbers()).containsExactly(0, 1);
    }

    private void offer(int... numbers) {
        for (int number : numbers) {
            cell.offer(new Note(0, number));
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** Ends the cell. */
    private static final class Ending extends Message {
        @Override
        public void deliver(Object receiver) {
            ((TellingCell) receiver).close();
        }
    }

    /** Tells another cell about each lost message, as a failed ask tells the asking actor. */
    @Test
    void shouldEndADeepMailboxInTurnsOfBoundedLengthAndKeepTheOrderOfReports() {
        int count = 3 * Reversal.STEP;
        ProbeCell deep = new ProbeCell(home);
        ProbeCell neighbour = new ProbeCell(home);
        deep.offer(new Task(ProbeCell::end));
        for (int i = 0; i < count; i++) {
            deep.offer(new Note(0, i));
        }
        home.runTurn();
        while (!deep.isClosed()) {
            home.runTurn();
        }
        assertThat(deep.undelivered().size()).isLessThan(2_000);
        Note late = new Note(1, 0);
        deep.offer(late);
        assertThat(late.ends()).as("refused at once").isEqualTo(1);
        int turns = 0;
        int reported = deep.undelivered().size();
        while (home.waiting() > 0) {
            neighbour.offer(new Note(0, turns));
            home.runTurn();
            home.runTurn();
            turns++;
            assertThat(neighbour.count()).as("the neighbour has its turns").isEqualTo(turns);
            assertThat(deep.undelivered().size() - reported).isLessThanOrEqualTo(1_000);
            reported = deep.undelivered().size();
        }
        assertThat(deep.undelivered().stream()
                        .map(message -> (Note) message)
                        .filter(note -> note.sender() == 0)
                        .map(Note::number))
                .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
        assertThat(deep.hasEnded()).isTrue();
        assertThat(deep.hasWork()).isFalse();
    }

    @Test
    void shouldTakeADeepMailboxInStepsThatLeaveTurnsToTheNeighbour() {
        int count = 10 * Reversal.STEP;
        ReadyList hurried = hurried();
        ProbeCell deep = new ProbeCell(hurried);
        for (int i = 0; i < count; i++) {
            deep.offer(new Note(0, i));
        }
        ProbeCell neighbour = new ProbeCell(hurried);
        neighbour.offer(new Note(0, 0));
        hurried.runTurn();
        hurried.runTurn();
        assertThat(neighbour.count()).isEqualTo(1);
        assertThat(deep.count()).as("not in order yet").isZero();
        assertThat(deep.depth(Integer.MAX_VALUE)).isEqualTo(count);
        hurried.runAll();
        assertThat(deep.count()).isEqualTo(count);
        assertThat(deep.violations()).isZero();
    }

    @Test
    void shouldTakeManyCallbacksInStepsAndStillBeforeMessages() {
        int count = 3 * Reversal.STEP;
        ReadyList hurried = hurried();
        ProbeCell deep = new ProbeCell(hurried);
        for (int i = 0; i < count; i++) {
            deep.signal(new Note(0, i));
        }
        deep.offer(new Note(1, 0));
        hurried.runTurn();
        assertThat(deep.count()).as("not in order yet").isZero();
        for (int turn = 0; turn < 4; turn++) {
            hurried.runTurn();
        }
        assertThat(deep.notes()).isNotEmpty();
        assertThat(deep.notes().get(0)).hasToString("0#0");
        hurried.runAll();
        assertThat(deep.count()).isEqualTo(count + 1);
        assertThat(deep.violations()).isZero();
    }

    @Test
    void shouldGoOnPuttingADeepMailboxInOrderWhileThereIsTime() {
        int count = 10 * Reversal.STEP;
        ReadyList patient = new ReadyList(new TurnLimits(512, Long.MAX_VALUE, 256));
        ProbeCell deep = new ProbeCell(patient);
        for (int i = 0; i < count; i++) {
            deep.offer(new Note(0, i));
        }
        patient.runTurn();
        assertThat(deep.count()).isEqualTo(512);
        assertThat(deep.violations()).isZero();
    }

    /** Its slice is over whenever a turn looks at the clock. */
    private static ReadyList hurried() {
        AtomicLong now = new AtomicLong();
        return new ReadyList(new TurnLimits(512, 1_000, 256, SliceClock.reading(() -> now.addAndGet(1_000_000))));
    }

    @Test
    void shouldReportAllOfAClosingCellThatIsAbandoned() {
        int count = 2 * Reversal.STEP;
        ProbeCell deep = new ProbeCell(home);
        deep.offer(new Task(ProbeCell::end));
        for (int i = 0; i < count; i++) {
            deep.offer(new Note(0, i));
        }
        while (!deep.isClosed()) {
            home.runTurn();
        }
        deep.abandon(new IllegalStateException("on purpose"));
        assertThat(deep.undelivered()).hasSize(count);
        home.runAll();
        assertThat(deep.undelivered()).hasSize(count);
    }

    private static final class TellingCell extends Cell {
        private final CyclicBarrier bothClosing;
        private TellingCell other = this;
        private final AtomicInteger lost = new AtomicInteger();

        TellingCell(CellHome home, CyclicBarrier bothClosing) {
            super(home, null);
            this.bothClosing = bothClosing;
        }

        @Override
        protected void deliver(Message message) {
            try {
                message.deliver(this);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected void undelivered(Message message) {
            lost.incrementAndGet();
            if (!(message instanceof Note)) {
                try {
                    bothClosing.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                other.signal(new Note(0, 0));
            }
        }
    }
}
