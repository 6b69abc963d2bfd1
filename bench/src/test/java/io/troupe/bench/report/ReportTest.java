// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void shouldTakeTheMiddle() {
        assertThat(Spread.of(9, 1, 5)).isEqualTo(new Spread(5, 1, 9));
        assertThat(Spread.of(4, 1, 2, 9)).isEqualTo(new Spread(3, 1, 9));
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
        assertThatIllegalArgumentException().isThrownBy(Spread::of);
    }
}
