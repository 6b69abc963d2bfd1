// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void shouldComeBackFromItsLine() {
        Outcome outcome = new Outcome(3, 12_288, 1_000_000_000, 4, 5);
        assertThat(outcome.json())
                .isEqualTo("{\"count\":3,\"bytes\":12288,\"nanos\":1000000000,\"p50\":4,\"p99\":5}")
                .startsWith(Outcome.PREFIX);
        assertThat(Outcome.parse(outcome.json() + "\r")).isEqualTo(outcome);
    }

    @Test
    void shouldTellBothRates() {
        Outcome outcome = new Outcome(1_000, 125_000_000, 500_000_000, 0, 0);
        assertThat(outcome.gigabits()).isEqualTo(2.0);
        assertThat(outcome.perSecond()).isEqualTo(2_000.0);
    }

    @Test
    void shouldRefuseWhatIsNoOutcome() {
        for (String line :
                new String[] {"", "{\"count\":1}", "{\"count\":1,\"bytes\":1,\"nanos\":0,\"p50\":0,\"p99\":0}", "READY"
                }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Outcome.parse(line))
                    .withMessageContaining("line=" + line);
        }
    }
}
