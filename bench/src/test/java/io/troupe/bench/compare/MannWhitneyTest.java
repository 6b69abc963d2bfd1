// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MannWhitneyTest {
    @Test
    void shouldHaveTheValuesCountedByHand() {
        // 1 < 2 < 3 and 4, 5: of the ten divisions two are as far out
        assertThat(MannWhitney.p(new double[] {1, 2, 3}, new double[] {4, 5})).isEqualTo(0.2, within(1e-12));
        assertThat(MannWhitney.p(new double[] {1, 3, 5}, new double[] {2, 4, 6}))
                .isEqualTo(14.0 / 20, within(1e-12));
        // 252 divisions, one at each end
        assertThat(MannWhitney.p(new double[] {1, 2, 3, 4, 5}, new double[] {6, 7, 8, 9, 10}))
                .isEqualTo(2.0 / 252, within(1e-12));
    }

    @Test
    void shouldNotDependOnTheOrderOfTheSamples() {
        double[] one = {3, 1, 4, 1, 5};
        double[] other = {9, 2, 6, 5, 3, 5};
        assertThat(MannWhitney.p(one, other)).isEqualTo(MannWhitney.p(other, one), within(1e-12));
    }

    @Test
    void shouldFindNothingInEqualValues() {
        assertThat(MannWhitney.p(new double[] {7, 7, 7}, new double[] {7, 7})).isEqualTo(1);
    }

    @Test
    void shouldKnowWhatIsReachable() {
        assertThat(MannWhitney.smallest(5, 5)).isEqualTo(2.0 / 252, within(1e-12));
        assertThat(MannWhitney.smallest(4, 4)).isEqualTo(2.0 / 70, within(1e-12));
        assertThat(MannWhitney.smallest(1, 1)).isEqualTo(1);
    }
}
