// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MeasuredTest {
    @Test
    void shouldTravelAsOneLine() {
        Measured measured = new Measured(3_000, 1_500_000_000, 12_345, 67_890, 99_999);
        assertThat(measured.line()).doesNotContain("\n");
        assertThat(Measured.parse(measured.line())).isEqualTo(measured);
        assertThat(measured.perSecond()).isEqualTo(2_000);
    }

    @Test
    void shouldRefuseHalfALine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measured.parse("count=1 nanos=2 p50=3"))
                .withMessageContaining("line=count=1");
    }
}
