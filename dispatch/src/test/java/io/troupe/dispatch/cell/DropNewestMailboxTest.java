// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import org.junit.jupiter.api.Test;

class DropNewestMailboxTest extends BoundedMailboxContract {
    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.bounded(capacity, Overflow.DROP_NEWEST);
    }

    @Override
    Offer answerWhenFull() {
        return Offer.DROPPED;
    }

    @Test
    void shouldTellTheSenderThatTheNewcomerIsDropped() {
        ProbeCell cell = cell(2);
        for (int i = 0; i < 2; i++) {
            assertThat(offer(cell, new Note(0, i))).isEqualTo(Offer.ACCEPTED);
        }
        assertThat(offer(cell, new Note(0, 2))).isEqualTo(Offer.DROPPED);
        home.runAll();
        assertThat(cell.numbers()).containsExactly(0, 1);
    }
}
