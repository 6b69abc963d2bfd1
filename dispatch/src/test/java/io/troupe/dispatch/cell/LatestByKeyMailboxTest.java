// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Team;
import org.junit.jupiter.api.Test;

/** The contract runs with a key per message; the tests below with one key per sender. */
class LatestByKeyMailboxTest extends BoundedMailboxContract {
    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.latestByKey(capacity, note -> note);
    }

    @Override
    Offer answerWhenFull() {
        return Offer.FULL;
    }

    private ProbeCell conflating(int capacity) {
        MailboxSpec spec = MailboxSpec.latestByKey(capacity, message -> ((Note) message).sender());
        return new ProbeCell(home, Mailbox.of(spec, message -> {
            displaced.add(message);
            ((Note) message).ended();
        }));
    }

    @Test
    void shouldReplaceTheWaitingMessageOfTheSameKeyInItsPlace() {
        ProbeCell cell = conflating(4);
        Note first = new Note(1, 0);
        offer(cell, first);
        offer(cell, new Note(2, 0));
        offer(cell, new Note(1, 1));
        assertThat(cell.depth(10)).isEqualTo(2);
        assertThat(displaced).containsExactly(first);
        home.runAll();
        assertThat(cell.notes()).extracting(Note::toString).containsExactly("1#1", "2#0");
    }

    @Test
    void shouldRefuseANewKeyWhenFullButStillReplaceKnownOnes() {
        ProbeCell cell = conflating(2);
        offer(cell, new Note(1, 0));
        offer(cell, new Note(2, 0));
        assertThat(offer(cell, new Note(3, 0))).isEqualTo(Offer.FULL);
        assertThat(offer(cell, new Note(2, 1))).isEqualTo(Offer.ACCEPTED);
        home.runAll();
        assertThat(cell.notes()).extracting(Note::toString).containsExactly("1#0", "2#1");
    }

    @Test
    void shouldAlwaysDeliverTheLastOfEachKey() {
        ProbeCell cell = conflating(4);
        Note[][] notes = notes(3, 10_000);
        Team producers = Team.of(3, number -> {
            for (Note note : notes[number]) {
                offer(cell, note);
            }
        });
        home.runUntil("end of the producers", producers::isDone);
        producers.join();
        home.runAll();
        assertEachEndedOnce(notes);
        assertThat(cell.violations()).isZero();
        for (Note[] ofSender : notes) {
            assertThat(cell.notes()).contains(ofSender[ofSender.length - 1]);
        }
    }
}
