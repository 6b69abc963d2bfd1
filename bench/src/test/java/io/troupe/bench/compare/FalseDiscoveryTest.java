// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FalseDiscoveryTest {
    @Test
    void shouldCorrectAsBenjaminiAndHochbergDid() {
        // the example of their paper: of 15 tests four are named at 0.05
        double[] paper = {
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0
        };
        double[] adjusted = FalseDiscovery.adjusted(paper);
        assertThat(Arrays.stream(adjusted).filter(p -> p <= 0.05)).hasSize(4);
        assertThat(adjusted[0]).isEqualTo(0.0015, within(1e-12));
        assertThat(adjusted[3]).isEqualTo(0.0095 * 15 / 4, within(1e-12));
        assertThat(adjusted[14]).isEqualTo(1);
    }

    @Test
    void shouldKeepTheOrderThatItIsGiven() {
        assertThat(FalseDiscovery.adjusted(new double[] {0.04, 0.01, 0.5}))
                .containsExactly(new double[] {0.06, 0.03, 0.5}, within(1e-12));
        assertThat(FalseDiscovery.adjusted(new double[0])).isEmpty();
    }

    @Test
    void shouldNeverGiveALaterPlaceASmallerProbability() {
        assertThat(FalseDiscovery.adjusted(new double[] {0.03, 0.031}))
                .containsExactly(new double[] {0.031, 0.031}, within(1e-12));
    }
}
