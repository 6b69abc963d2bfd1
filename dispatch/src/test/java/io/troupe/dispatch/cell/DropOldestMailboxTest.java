// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import org.junit.jupiter.api.Test;

class DropOldestMailboxTest extends BoundedMailboxContract {
    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.bounded(capacity, Overflow.DROP_OLDEST);
    }

    @Override
    Offer answerWhenFull() {
        return Offer.ACCEPTED;
    }

    @Test
    void shouldKeepTheNewestAndReportTheOldest() {
        ProbeCell cell = cell(3);
        Note[] notes = notes(1, 8)[0];
        for (Note note : notes) {
            offer(cell, note);
        }
        assertThat(displaced).containsExactly(notes[0], notes[1], notes[2], notes[3], notes[4]);
        home.runAll();
        assertThat(cell.numbers()).containsExactly(5, 6, 7);
    }
}
