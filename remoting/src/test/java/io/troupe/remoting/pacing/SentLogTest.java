// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SentLogTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldTellWhatWasSentSinceSomeTime() {
        SentLog log = new SentLog(0, 0);
        log.span(10 * MILLI);
        for (int i = 1; i <= 100; i++) {
            log.add(5, i * MILLI);
        }

        assertThat(log.total()).isEqualTo(500);
        assertThat(log.since(90 * MILLI)).isCloseTo(50, within(6.0));
        assertThat(log.since(100 * MILLI)).isCloseTo(0, within(6.0));
    }

    @Test
    void shouldTakePastRateForGrantedBeforeItBegan() {
        SentLog log = new SentLog(50 * MILLI, 100_000);
        log.add(10, 51 * MILLI);

        assertThat(log.since(40 * MILLI)).isCloseTo(1_010, within(1.0));
    }

    @Test
    void shouldForgetThePastRateOnceTheRingIsFull() {
        SentLog log = new SentLog(0, 1e9);
        for (int i = 1; i <= 200; i++) {
            log.add(1, i * MILLI);
        }

        assertThat(log.since(0)).isLessThanOrEqualTo(200);
    }
}
