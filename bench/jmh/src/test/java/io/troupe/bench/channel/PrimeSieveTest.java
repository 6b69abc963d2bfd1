// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrimeSieveTest {
    @Test
    void shouldKnowThePrimesAndWhatTheirFiltersGet() {
        assertThat(PrimeSieve.sum(5)).isEqualTo(2 + 3 + 5 + 7 + 11);
        // 2 … 11 to the first filter; 3, 5, 7, 9, 11 to the second; 5, 7, 11; 7, 11; 11
        assertThat(PrimeSieve.messages(5)).isEqualTo(10 + 5 + 3 + 2 + 1);
        assertThat(PrimeSieve.messages(100)).isEqualTo(PrimeSieve.MESSAGES);
        assertThat(PrimeSieve.HUNDRED.expected()).isEqualTo(PrimeSieve.MESSAGES + PrimeSieve.sum(100));
    }
}
