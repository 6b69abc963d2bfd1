// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class SendLimitPropertyTest {
    private static final long MILLI = 1_000_000;

    @Property(tries = 300)
    void shouldNeverAllowMoreThanItsRateAndABurst(
            @ForAll @DoubleRange(max = 100_000_000) double drain,
            @ForAll @LongRange(max = 10_000_000) long queued,
            @ForAll @LongRange(max = 40 * MILLI) long rtt,
            @ForAll @LongRange(min = 10_000, max = 10 * MILLI) long pause) {
        SendLimit limit = new SendLimit(0, drain);
        limit.onPressure(new QueuePressure(1, queued, 1_638_400, drain), 0, rtt);
        double allowed = 0;
        double last = limit.rate();
        long sent = 0;
        for (long now = 0; now <= 50 * MILLI; now += pause) {
            double before = last;
            int n = limit.permits(now, 100_000_000);
            limit.sent(n, now);
            sent += n;
            last = limit.rate();
            double most = Math.max(before, last);
            allowed += now == 0 ? 0 : most * pause / 1e9;
            assertThat(last).isGreaterThanOrEqualTo(16_384);
            assertThat(sent).isLessThanOrEqualTo((long) (allowed + most * 0.005) + 1);
        }
    }

    @Property(tries = 300)
    void shouldAllowSomethingWhenItSaidSo(
            @ForAll @DoubleRange(max = 100_000_000) double drain,
            @ForAll @LongRange(max = 10_000_000) long queued,
            @ForAll @IntRange(min = 1, max = 4) int level) {
        SendLimit limit = new SendLimit(0, 0);
        limit.onPressure(new QueuePressure(level, queued, 1_638_400, drain), 0, 0);
        long now = 0;
        for (int i = 0; i < 20; i++) {
            now = limit.nextPermitAt(now);
            int n = limit.permits(now, 100_000_000);
            for (int again = 0; n == 0 && again < 20; again++) {
                // the rate has changed in the meantime
                now = limit.nextPermitAt(now);
                n = limit.permits(now, 100_000_000);
            }
            assertThat(n).isPositive();
            limit.sent(n, now);
        }
    }
}
