// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import org.junit.jupiter.api.Test;

class FailingMailboxTest extends BoundedMailboxContract {
    @Override
    MailboxSpec spec(int capacity) {
        return MailboxSpec.bounded(capacity, Overflow.FAIL);
    }

    @Override
    Offer answerWhenFull() {
        return Offer.FULL;
    }

    @Test
    void shouldLeaveTheNewcomerWithItsSender() {
        ProbeCell cell = cell(2);
        for (int i = 0; i < 3; i++) {
            offer(cell, new Note(0, i));
        }
        home.runAll();
        assertThat(cell.numbers()).containsExactly(0, 1);
        assertThat(displaced).isEmpty();
        assertThat(cell.undelivered()).isEmpty();
    }
}
