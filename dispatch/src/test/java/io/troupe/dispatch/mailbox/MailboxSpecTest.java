// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.troupe.dispatch.cell.Mailbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailboxSpecTest {
    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 1, (1 << 30) + 1})
    void shouldRefuseACapacityOutOfRange(int capacity) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MailboxSpec.bounded(capacity, Overflow.FAIL))
                .withMessage("mailbox capacity must be between 2 and 1073741824: capacity=" + capacity);
    }

    @Test
    void shouldRefuseLatestByKeyWithoutAKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MailboxSpec.bounded(8, Overflow.LATEST_BY_KEY))
                .withMessage("latest-by-key needs a key function, use latestByKey: overflow=LATEST_BY_KEY");
    }

    @Test
    void shouldNameTheMissingPart() {
        assertThatNullPointerException()
                .isThrownBy(() -> MailboxSpec.bounded(8, null))
                .withMessage("overflow");
    }

    @Test
    void shouldCreateNothingForTheBuiltInMailbox() {
        assertThat(Mailbox.of(MailboxSpec.unbounded(), message -> {})).isNull();
    }

    @Test
    void shouldCreateOneMailboxPerCell() {
        MailboxSpec spec = MailboxSpec.bounded(8, Overflow.FAIL);
        assertThat(Mailbox.of(spec, message -> {})).isNotSameAs(Mailbox.of(spec, message -> {}));
    }
}
