// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DepthEstimateTest {
    private static final long DELIVERED = 7;

    private final DepthEstimate estimate = new DepthEstimate(DELIVERED);

    @Test
    void shouldAddWhatComesAndTakeOffWhatIsDelivered() {
        estimate.arrived(10);
        assertThat(estimate.at(DELIVERED)).isEqualTo(10);
        assertThat(estimate.at(DELIVERED + 4)).isEqualTo(6);
        assertThat(estimate.at(DELIVERED + 11)).isZero();
    }

    @Test
    void shouldLearnOfOtherSendersFromACount() {
        estimate.arrived(10);
        estimate.counted(25, DELIVERED, false);
        assertThat(estimate.at(DELIVERED)).isEqualTo(25);
    }

    /** The owner of the mailbox has taken all, and has to wait for a processor before anything is delivered. */
    @Test
    void shouldNotBelieveThatMessagesHaveLeftWithoutADelivery() {
        estimate.arrived(1000);
        for (int i = 0; i < 100; i++) {
            estimate.counted(0, DELIVERED, false);
            estimate.arrived(10);
        }
        assertThat(estimate.at(DELIVERED)).isEqualTo(2000);
    }

    @Test
    void shouldBelieveACountAfterADelivery() {
        estimate.arrived(1000);
        estimate.counted(3, DELIVERED + 1, false);
        assertThat(estimate.at(DELIVERED + 1)).isEqualTo(3);
    }

    /** An earlier walk has got lost and seen too many. */
    @Test
    void shouldBelieveACountOfAMailboxThatNobodyTakesFrom() {
        estimate.counted(1000, DELIVERED, false);
        estimate.counted(0, DELIVERED, true);
        assertThat(estimate.at(DELIVERED)).isZero();
    }

    @Test
    void shouldBeDueAfterAQuarterMore() {
        estimate.arrived(63);
        assertThat(estimate.isDue(DELIVERED, false)).isFalse();
        estimate.arrived(1);
        assertThat(estimate.isDue(DELIVERED, false)).isTrue();
        estimate.counted(400, DELIVERED, false);
        estimate.arrived(163);
        assertThat(estimate.isDue(DELIVERED, false)).isFalse();
        estimate.arrived(1);
        assertThat(estimate.isDue(DELIVERED, false)).isTrue();
    }

    @Test
    void shouldBeDueWhereSomeAreSaidToWaitAndNobodyWorks() {
        assertThat(estimate.isDue(DELIVERED, true)).isFalse();
        estimate.arrived(1);
        assertThat(estimate.isDue(DELIVERED, true)).isTrue();
        assertThat(estimate.isDue(DELIVERED + 1, true)).isFalse();
    }
}
