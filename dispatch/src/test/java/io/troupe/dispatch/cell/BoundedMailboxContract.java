// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import io.troupe.dispatch.support.Team;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What every mailbox with a capacity owes beyond {@link MailboxContract}. */
abstract class BoundedMailboxContract extends MailboxContract {
    /** No power of two: implementations like to round up to 1024. */
    private static final int CAPACITY = 1_000;

    /** What a full mailbox answers to a newcomer. */
    abstract Offer answerWhenFull();

    @Test
    void shouldNeverHoldMoreThanItsCapacity() {
        Mailbox mailbox = mailbox(CAPACITY);
        for (int i = 0; i < 100_000; i++) {
            assertThat(mailbox.offer(new Note(0, i))).isEqualTo(i < CAPACITY ? Offer.ACCEPTED : answerWhenFull());
            assertThat(mailbox.size()).isLessThanOrEqualTo(CAPACITY);
        }
        assertThat(drain(mailbox)).isEqualTo(CAPACITY);
        assertThat(mailbox.capacity()).isEqualTo(CAPACITY);
    }

    @Test
    void shouldNeverHoldMoreThanItsCapacityWithSeveralProducers() {
        Mailbox mailbox = mailbox(CAPACITY);
        Team.of(3, number -> {
                    for (int i = 0; i < 30_000; i++) {
                        mailbox.offer(new Note(number, i));
                        assertThat(mailbox.size()).isLessThanOrEqualTo(CAPACITY);
                    }
                })
                .join();
        assertThat(drain(mailbox)).isEqualTo(CAPACITY);
    }

    @Test
    void shouldTakeAsManyAgainOnceDrained() {
        Mailbox mailbox = mailbox(3);
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 3; i++) {
                assertThat(mailbox.offer(new Note(0, i))).isEqualTo(Offer.ACCEPTED);
            }
            assertThat(mailbox.offer(new Note(0, 3))).isEqualTo(answerWhenFull());
            assertThat(drain(mailbox)).isEqualTo(3);
            assertThat(mailbox.isEmpty()).isTrue();
        }
    }

    @Test
    void shouldAnswerAtOnceWhenTriedAndFull() {
        ProbeCell cell = cell(2);
        for (int i = 0; i < 2; i++) {
            assertThat(cell.tryOffer(new Note(0, i))).isEqualTo(Offer.ACCEPTED);
        }
        Note third = new Note(0, 2);
        assertThat(cell.tryOffer(third)).as("outside of turns").isEqualTo(answerWhenFull());
        assertThat(cell.depth(10)).isEqualTo(2);
        ProbeCell sender = new ProbeCell(home);
        AtomicReference<Offer> inTurn = new AtomicReference<>();
        sender.signal(new Task(self -> inTurn.set(cell.tryOffer(new Note(0, 3)))));
        cell.signal(new Task(ProbeCell::suspend));
        home.runAll();
        assertThat(inTurn).as("in a turn").hasValue(answerWhenFull());
        assertThat(cell.depth(10)).isEqualTo(2);
        cell.signal(new Task(ProbeCell::resume));
        home.runAll();
        assertThat(cell.count()).as("nothing was kept for later").isEqualTo(2);
        if (answerWhenFull() != Offer.ACCEPTED) {
            assertThat(third.ends()).as("it is still the caller's").isZero();
        }
    }

    private static int drain(Mailbox mailbox) {
        int count = 0;
        while (mailbox.poll() != null) {
            count++;
        }
        return count;
    }
}
