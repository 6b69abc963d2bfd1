// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.support.Event;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.ReadyList;
import io.troupe.dispatch.support.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a cell has sent to full mailboxes: kept in order, delivered whatever becomes of the sender. */
@Timeout(60)
class OutboxTest {
    private final ReadyList home = new ReadyList();

    private ProbeCell paced(int capacity) {
        return new ProbeCell(home, Mailbox.of(MailboxSpec.bounded(capacity, Overflow.PACE), message -> {}));
    }

    private ProbeCell free() {
        return new ProbeCell(home);
    }

    private static void send(ProbeCell target, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(target.offer(new Note(0, i))).isEqualTo(Offer.ACCEPTED);
        }
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static void suspend(ProbeCell cell) {
        cell.signal(new Event(ProbeCell::suspend));
    }

    private static void resume(ProbeCell cell) {
        cell.signal(new Event(ProbeCell::resume));
    }

    // ---- the sender's end ----------------------------------------------------------------------------------------

    @Test
    void shouldDeliverWhatASenderHadSentBeforeItsEnd() {
        ProbeCell target = paced(8);
        ProbeCell sender = free();
        sender.signal(new Task(self -> {
            send(target, 1000);
            self.end();
        }));
        home.runAll();

        assertThat(target.numbers()).isEqualTo(upTo(1000));
        assertThat(target.undelivered()).isEmpty();
        assertThat(sender.undelivered()).isEmpty();
        assertThat(sender.heldSends()).isZero();
    }

    @Test
    void shouldDeliverToAllTargetsWhateverTheSenderAndOthersDo() {
        ProbeCell left = paced(2);
        ProbeCell right = paced(2);
        ProbeCell gone = paced(2);
        ProbeCell sender = paced(2);
        suspend(left);
        suspend(right);
        suspend(gone);
        sender.signal(new Task(self -> {
            send(left, 100);
            send(gone, 100);
            send(right, 100);
        }));
        home.runAll();
        assertThat(sender.heldSends()).isEqualTo(294);
        gone.signal(new Event(ProbeCell::end));
        home.runAll();
        assertThat(gone.undelivered()).hasSize(100);
        assertThat(sender.heldSends()).isEqualTo(196);
        sender.signal(new Event(ProbeCell::end));
        home.runAll();
        resume(left);
        resume(right);
        home.runAll();

        assertThat(left.numbers()).isEqualTo(upTo(100));
        assertThat(right.numbers()).isEqualTo(upTo(100));
        assertThat(left.undelivered()).isEmpty();
        assertThat(right.undelivered()).isEmpty();
    }

    @Test
    void shouldHandOverToATargetThatHasEndedAndLetTheSenderGoOn() {
        ProbeCell target = paced(4);
        ProbeCell sender = free();
        suspend(target);
        sender.tell(new Task(self -> send(target, 10)));
        Note next = new Note(1, 0);
        sender.offer(next);
        home.runAll();
        assertThat(next.ends()).isZero();
        target.signal(new Event(ProbeCell::end));
        home.runAll();

        assertThat(target.undelivered()).hasSize(10);
        assertThat(next.ends()).isEqualTo(1);
    }

    // ---- who is held ---------------------------------------------------------------------------------------------

    @Test
    void shouldHoldContinuationsAndMessagesInOrderButNoSystemEvents() {
        ProbeCell target = paced(4);
        ProbeCell sender = free();
        List<String> log = new ArrayList<>();
        suspend(target);
        sender.signal(new Task(self -> send(target, 5)));
        for (int i = 0; i < 3; i++) {
            String name = "callback " + i;
            sender.signal(new Task(self -> log.add(name)));
            sender.signal(new Event(self -> log.add("event")));
        }
        sender.offer(new Task(self -> log.add("message")));
        home.runAll();
        assertThat(log).containsExactly("event", "event", "event");
        assertThat(home.waiting()).isZero();
        resume(target);
        home.runAll();

        assertThat(log).containsExactly("event", "event", "event", "callback 0", "callback 1", "callback 2", "message");
    }

    @Test
    void shouldHoldEachContinuationUntilThereIsRoomForWhatTheOneBeforeHasSent() {
        ProbeCell target = paced(2);
        ProbeCell sender = free();
        List<Integer> held = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            sender.signal(new Task(self -> {
                held.add(self.heldSends());
                assertThat(target.offer(new Note(0, number))).isEqualTo(Offer.ACCEPTED);
            }));
        }
        home.runAll();

        assertThat(target.numbers()).isEqualTo(upTo(1000));
        assertThat(held).hasSize(1000).containsOnly(0);
    }

    @Test
    void shouldHoldNobodyWhoseTargetHasRoomThoughAnotherOneWaits() {
        ProbeCell target = paced(2);
        ProbeCell waiting = free();
        ProbeCell other = free();
        ProbeCell roomy = paced(2);
        suspend(target);
        waiting.signal(new Task(self -> send(target, 3)));
        other.signal(new Task(self -> send(roomy, 2)));
        Note note = new Note(3, 0);
        other.offer(note);
        home.runAll();

        assertThat(note.ends()).isEqualTo(1);
        assertThat(waiting.heldSends()).isEqualTo(1);
    }

    @Test
    void shouldReportContinuationsThatWaitedWhenTheSenderEnds() {
        ProbeCell target = paced(2);
        ProbeCell sender = free();
        suspend(target);
        sender.signal(new Task(self -> send(target, 3)));
        Note continuation = new Note(1, 0);
        sender.signal(continuation);
        home.runAll();
        sender.signal(new Event(ProbeCell::end));
        home.runAll();

        assertThat(sender.undelivered()).containsExactly(continuation);
        resume(target);
        home.runAll();
        assertThat(target.numbers()).isEqualTo(upTo(3));
    }

    // ---- cycles --------------------------------------------------------------------------------------------------

    @Test
    void shouldDeliverAllThatTwoCellsSendEachOther() {
        ProbeCell left = paced(8);
        ProbeCell right = paced(8);
        left.signal(new Task(self -> send(right, 1000)));
        right.signal(new Task(self -> send(left, 1000)));
        home.runAll();

        assertThat(left.numbers()).isEqualTo(upTo(1000));
        assertThat(right.numbers()).isEqualTo(upTo(1000));
        assertThat(left.violations() + right.violations()).isZero();
        assertThat(left.takenOnCredit() + right.takenOnCredit()).isPositive();
    }

    @Test
    void shouldDeliverAllThatACellSendsItself() {
        ProbeCell cell = paced(2);
        cell.signal(new Task(self -> send(self, 1000)));
        home.runAll();

        assertThat(cell.numbers()).isEqualTo(upTo(1000));
    }

    @Test
    void shouldKeepARingGoingWithMoreMessagesThanRoomAndBoundedLines() {
        List<ProbeCell> ring = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ring.add(paced(2));
        }
        Counter counter = new Counter();
        int tokens = 40; // four times the room
        for (int i = 0; i < tokens; i++) {
            ring.get(i % 5).signal(new Token(ring, i % 5, 500, counter));
        }
        home.runAll();

        assertThat(counter.hops).isEqualTo(tokens * 500);
        assertThat(counter.mostHeld).isLessThanOrEqualTo(tokens);
        assertThat(ring).allMatch(cell -> cell.heldSends() == 0);
    }

    @Test
    void shouldBoundTheLinesOfACycleHoweverMuchIsSentFromOutside() {
        List<ProbeCell> ring = List.of(paced(4), paced(4));
        Counter counter = new Counter();
        int hops = 20;
        List<ProbeCell> outside = List.of(free(), free(), free(), free());
        for (ProbeCell sender : outside) {
            for (int i = 0; i < 5_000; i++) {
                sender.offer(new Task(self -> ring.get(0).offer(new Token(ring, 0, hops, counter))));
            }
        }
        home.runAll();

        assertThat(counter.hops).isEqualTo(20_000 * hops);
        assertThat(counter.mostHeld).isBetween(1, 2 * 4 * hops);
    }

    @Test
    void shouldSeeACycleAlongALineThatIsNotTheFirst() {
        ProbeCell slow = paced(2);
        ProbeCell left = paced(2);
        ProbeCell right = paced(2);
        suspend(slow);
        left.signal(new Task(self -> {
            send(slow, 5); // waits for a long time
            send(right, 5);
        }));
        right.signal(new Task(self -> send(left, 5)));
        home.runAll();
        assertThat(right.takenOnCredit()).isPositive();
        assertThat(left.heldSends()).as("for the slow one only").isEqualTo(3);
        resume(slow);
        home.runAll();

        assertThat(slow.numbers()).isEqualTo(upTo(5));
        assertThat(right.numbers()).isEqualTo(upTo(5));
        assertThat(left.numbers()).isEqualTo(upTo(5));
    }

    @Test
    void shouldRunContinuationsOfACellThatIsHeldInACycleForEver() {
        ProbeCell cell = paced(2);
        Counter counter = new Counter();
        List<ProbeCell> itself = List.of(cell);
        for (int i = 0; i < 5; i++) {
            cell.signal(new Token(itself, 0, 100_000_000, counter));
        }
        for (int i = 0; i < 100; i++) {
            home.runTurn();
        }
        List<String> log = new ArrayList<>();
        cell.signal(new Task(self -> log.add("continuation")));
        for (int i = 0; i < 10; i++) {
            home.runTurn();
        }

        assertThat(log).hasSize(1);
    }

    @Test
    void shouldTakeNothingOnCreditFromASlowTargetThatIsInNoCycle() {
        ProbeCell slow = paced(2);
        ProbeCell middle = paced(2);
        ProbeCell first = free();
        suspend(slow);
        first.signal(new Task(self -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                middle.offer(new Task(other -> slow.offer(new Note(0, number))));
            }
        }));
        home.runAll();
        assertThat(middle.heldSends()).isEqualTo(1);
        assertThat(middle.takenOnCredit()).isZero();
        resume(slow);
        home.runAll();

        assertThat(slow.numbers()).isEqualTo(upTo(100));
        assertThat(middle.takenOnCredit()).isZero();
    }

    // ---- fairness and cost ---------------------------------------------------------------------------------------

    @Test
    void shouldDeliverInOrderWhatAThousandSendersSend() {
        int senders = 1000;
        int each = 50;
        int[] last = new int[senders];
        ProbeCell target = paced(8);
        for (int s = 0; s < senders; s++) {
            int sender = s;
            free().signal(new Task(self -> {
                for (int i = 1; i <= each; i++) {
                    int number = i;
                    target.offer(new Task(at -> {
                        assertThat(last[sender]).isEqualTo(number - 1);
                        last[sender] = number;
                    }));
                }
            }));
        }
        home.runAll();

        assertThat(last).containsOnly(each);
    }

    @Test
    void shouldTryNoMessageTwicePerRoomInTheMailboxHoweverMuchWaits() {
        for (int targets : List.of(1, 2)) {
            int small = attempts(targets, 10_000);
            int large = attempts(targets, 640_000);
            assertThat(large / 640_000.0).isLessThanOrEqualTo(2.0 * small / 10_000);
            assertThat(large).isLessThan(2 * 640_000);
        }
    }

    /** Offers to the mailboxes for so many messages sent in one turn: each costs a constant amount of work. */
    private int attempts(int targets, int messages) {
        List<CountingMailbox> mailboxes = new ArrayList<>();
        List<ProbeCell> cells = new ArrayList<>();
        for (int i = 0; i < targets; i++) {
            mailboxes.add(new CountingMailbox(Mailbox.of(MailboxSpec.bounded(16, Overflow.PACE), message -> {})));
            cells.add(new ProbeCell(home, mailboxes.get(i)));
        }
        free().signal(new Task(self -> {
            for (int i = 0; i < messages; i++) {
                cells.get(i % targets).offer(new Note(0, i));
            }
        }));
        home.runAll();
        assertThat(cells.stream().mapToInt(ProbeCell::count).sum()).isEqualTo(messages);
        return mailboxes.stream().mapToInt(mailbox -> mailbox.offers).sum();
    }

    @Test
    void shouldTellWhoAsksWhenThereIsRoomAndWhenTheCellEnds() {
        ProbeCell target = paced(2);
        List<String> log = new ArrayList<>();
        target.whenRoom(() -> log.add("at once"));
        suspend(target);
        send(target, 2);
        target.whenRoom(() -> log.add("after"));
        home.runAll();
        assertThat(log).containsExactly("at once");
        resume(target);
        home.runAll();
        assertThat(log).containsExactly("at once", "after");
        suspend(target);
        send(target, 2);
        target.whenRoom(() -> log.add("end"));
        target.signal(new Event(ProbeCell::end));
        home.runAll();
        target.whenRoom(() -> log.add("after the end"));

        assertThat(log).containsExactly("at once", "after", "end", "after the end");
    }

    @Test
    void shouldRefuseWithoutAnyEffectWhatIsOnlyAttempted() {
        ProbeCell target = paced(2);
        ProbeCell sender = free();
        suspend(target);
        send(target, 2);
        AtomicReference<Offer> outside = new AtomicReference<>();
        outside.set(NonBlockingScope.run(() -> target.offer(new Note(0, 7))));
        List<Offer> inside = new ArrayList<>();
        sender.signal(new Task(self -> {
            inside.add(NonBlockingScope.run(() -> target.offer(new Note(0, 8))));
            inside.add(target.offer(new Note(0, 2)));
            inside.add(NonBlockingScope.run(() -> target.offer(new Note(0, 9))));
        }));
        home.runAll();
        resume(target);
        home.runAll();

        assertThat(outside).hasValue(Offer.FULL);
        assertThat(inside).containsExactly(Offer.FULL, Offer.ACCEPTED, Offer.FULL);
        assertThat(target.numbers()).isEqualTo(upTo(3));
        assertThat(NonBlockingScope.isActive()).isFalse();
    }

    /** A message that goes round a ring. */
    private static final class Token extends Message {
        private final List<ProbeCell> ring;
        private final int at;
        private final int hops;
        private final Counter counter;

        Token(List<ProbeCell> ring, int at, int hops, Counter counter) {
            this.ring = ring;
            this.at = at;
            this.hops = hops;
            this.counter = counter;
        }

        @Override
        public void deliver(Object receiver) {
            counter.hops++;
            int held = ring.stream().mapToInt(Cell::heldSends).sum();
            counter.mostHeld = Math.max(counter.mostHeld, held);
            if (hops > 1) {
                int next = (at + 1) % ring.size();
                assertThat(ring.get(next).offer(new Token(ring, next, hops - 1, counter)))
                        .isEqualTo(Offer.ACCEPTED);
            }
        }
    }

    private static final class Counter {
        private int hops;
        private int mostHeld;
    }

    /** Counts how often somebody tries to put something. */
    private static final class CountingMailbox implements Mailbox {
        private final Mailbox inner;
        private int offers;

        CountingMailbox(Mailbox inner) {
            this.inner = inner;
        }

        @Override
        public Offer offer(Message message) {
            offers++;
            return inner.offer(message);
        }

        @Override
        public Message poll() {
            return inner.poll();
        }

        @Override
        public int size() {
            return inner.size();
        }

        @Override
        public boolean isEmpty() {
            return inner.isEmpty();
        }

        @Override
        public int capacity() {
            return inner.capacity();
        }

        @Override
        public Overflow overflow() {
            return inner.overflow();
        }

        @Override
        public RoomWaiters waiters() {
            return inner.waiters();
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
