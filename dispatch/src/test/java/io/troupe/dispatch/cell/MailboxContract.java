// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.ReadyList;
import io.troupe.dispatch.support.Task;
import io.troupe.dispatch.support.Team;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every kind of mailbox owes, tested through a cell. */
abstract class MailboxContract {
    private static final int PRODUCERS = 3;
    private static final int EACH = 10_000;

    final ReadyList home = new ReadyList();
    final Queue<Message> displaced = new ConcurrentLinkedQueue<>();

    /** The kind under test. */
    abstract MailboxSpec spec(int capacity);

    final @Nullable Mailbox mailbox(int capacity) {
        return Mailbox.of(spec(capacity), this::displace);
    }

    final ProbeCell cell(int capacity) {
        return new ProbeCell(home, mailbox(capacity));
    }

    private void displace(Message message) {
        displaced.add(message);
        ((Note) message).ended();
    }

    /** Offers; a message that is refused has come to its end. */
    static Offer offer(ProbeCell cell, Note note) {
        Offer outcome = cell.offer(note);
        if (outcome == Offer.FULL || outcome == Offer.DROPPED) {
            note.ended();
        }
        return outcome;
    }

    static Note[][] notes(int producers, int each) {
        Note[][] notes = new Note[producers][each];
        for (int sender = 0; sender < producers; sender++) {
            for (int number = 0; number < each; number++) {
                notes[sender][number] = new Note(sender, number);
            }
        }
        return notes;
    }

    static void assertEachEndedOnce(Note[][] notes) {
        for (Note[] ofSender : notes) {
            assertThat(ofSender)
                    .allSatisfy(note ->
                            assertThat(note.ends()).as("ends of %s", note).isEqualTo(1));
        }
    }

    @Test
    void shouldDeliverInTheOrderOfTheSender() {
        ProbeCell cell = cell(128);
        for (int i = 0; i < 100; i++) {
            assertThat(offer(cell, new Note(0, i))).isEqualTo(Offer.ACCEPTED);
        }
        home.runAll();
        assertThat(cell.numbers()).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void shouldScheduleTheCellOnceForManyMessages() {
        ProbeCell cell = cell(128);
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 100; i++) {
                offer(cell, new Note(0, round * 100 + i));
            }
            assertThat(home.told()).isEqualTo(round);
            home.runAll();
        }
        assertThat(cell.count()).isEqualTo(300);
    }

    @Test
    void shouldCountWhatWaits() {
        ProbeCell cell = cell(128);
        for (int i = 0; i < 10; i++) {
            offer(cell, new Note(0, i));
        }
        assertThat(cell.depth(100)).isEqualTo(10);
        assertThat(cell.depth(4)).isEqualTo(4);
        home.runAll();
        assertThat(cell.depth(100)).isZero();
    }

    @Test
    void shouldEndEveryMessageOnceWithSeveralProducers() {
        ProbeCell cell = cell(64);
        Note[][] notes = notes(PRODUCERS, EACH);
        Team producers = Team.of(PRODUCERS, number -> {
            for (Note note : notes[number]) {
                offer(cell, note);
            }
        });
        home.runUntil("end of the producers", producers::isDone);
        producers.join();
        home.runAll();
        assertEachEndedOnce(notes);
        assertThat(cell.violations()).isZero();
        assertThat(cell.undelivered()).isEmpty();
        if (spec(64).overflow() == Overflow.PACE || cell.mailbox() == null) {
            assertThat(cell.count()).isEqualTo(PRODUCERS * EACH);
        }
    }

    @Test
    void shouldHandWhatWaitsToUndeliveredWhenClosed() {
        ProbeCell cell = cell(128);
        cell.signal(new Task(ProbeCell::end));
        Note[][] notes = notes(1, 100);
        for (Note note : notes[0]) {
            assertThat(offer(cell, note)).isEqualTo(Offer.ACCEPTED);
        }
        home.runAll();
        assertThat(cell.undelivered()).containsExactly((Message[]) notes[0]);
        assertThat(cell.isClosed()).isTrue();
        assertThat(cell.depth(10)).isZero();
    }

    @Test
    void shouldRefuseOffersAfterTheEnd() {
        ProbeCell cell = cell(128);
        cell.signal(new Task(ProbeCell::end));
        home.runAll();
        Note late = new Note(0, 0);
        assertThat(offer(cell, late)).isEqualTo(Offer.CLOSED);
        assertThat(cell.undelivered()).containsExactly(late);
        assertThat(home.waiting()).isZero();
    }

    @Test
    void shouldTakeAndRefuseWithoutWaitingToo() {
        ProbeCell cell = cell(128);
        assertThat(cell.tryOffer(new Note(0, 0))).isEqualTo(Offer.ACCEPTED);
        assertThat(cell.tryOffer(new Note(0, 1))).isEqualTo(Offer.ACCEPTED);
        assertThat(home.told()).isEqualTo(1);
        home.runAll();
        assertThat(cell.numbers()).containsExactly(0, 1);
        cell.signal(new Task(ProbeCell::end));
        home.runAll();
        Note late = new Note(0, 2);
        assertThat(cell.tryOffer(late)).isEqualTo(Offer.CLOSED);
        assertThat(cell.undelivered()).containsExactly(late);
    }

    @Test
    void shouldEndEveryMessageOnceWhenClosedBetweenOffers() {
        for (int round = 0; round < 200; round++) {
            ProbeCell cell = cell(64);
            Note[][] notes = notes(2, 200);
            Team producers = Team.of(2, number -> {
                for (Note note : notes[number]) {
                    if (note.number() == 60 && number == 0) {
                        cell.signal(new Task(ProbeCell::end));
                    }
                    offer(cell, note);
                }
            });
            home.runUntil("end of the producers", producers::isDone);
            producers.join();
            home.runAll();
            assertEachEndedOnce(notes);
            assertThat(cell.violations()).isZero();
        }
    }
}
