// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeenTest {
    @Test
    void shouldCountEachNumberOnceInAnyOrder() {
        Seen seen = Seen.NONE.plus(3).plus(1).plus(5);
        assertThat(seen.count()).isEqualTo(3);
        assertThat(seen.all()).isEqualTo(1);
        Seen more = seen.plus(2);
        assertThat(more.all()).isEqualTo(3);
        assertThat(more.above()).containsExactly(5L);
        assertThat(more.duplicates()).isZero();
    }

    @Test
    void shouldTellWhatCameTwice() {
        Seen seen = Seen.NONE.plus(1).plus(4).plus(1).plus(4);
        assertThat(seen.duplicates()).isEqualTo(2);
        assertThat(seen.count()).isEqualTo(2);
    }
}
