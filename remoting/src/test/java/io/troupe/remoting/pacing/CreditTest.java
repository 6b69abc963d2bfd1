// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CreditTest {
    private final Credit credit = new Credit();

    @Test
    void shouldGiveNoMoreThanWasRequested() {
        assertThat(credit.take()).isFalse();
        credit.request(2);
        assertThat(credit.take()).isTrue();
        assertThat(credit.take(5)).isEqualTo(1);
        assertThat(credit.take()).isFalse();
        assertThat(credit.left()).isZero();
    }

    @Test
    void shouldTakeSumsThatDoNotFitForNoLimit() {
        credit.request(Long.MAX_VALUE - 1);
        credit.request(5);

        assertThat(credit.take(1_000)).isEqualTo(1_000);
        assertThat(credit.left()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRejectRequestsForNothing() {
        for (long n : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> credit.request(n))
                    .withMessage("a request must be for 1 item or more: n=" + n);
        }
    }

    @Property(tries = 200)
    void shouldBalanceRequestsAndTakings(@ForAll List<@LongRange(min = 1, max = 1L << 40) Long> requests) {
        Credit account = new Credit();
        long requested = 0;
        long taken = 0;
        for (long n : requests) {
            account.request(n);
            requested += n;
            taken += account.take(n / 2);
            assertThat(account.left()).isEqualTo(requested - taken);
        }
        assertThat(taken + account.take(Long.MAX_VALUE)).isEqualTo(requested);
    }
}
