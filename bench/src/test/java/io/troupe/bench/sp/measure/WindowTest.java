// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Requester;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    @Test
    void shouldCountOnlyWhatCameInTheWindow() throws Exception {
        AtomicLong all = new AtomicLong();
        Outcome outcome = new Throughput(() -> all.addAndGet(2) > 0 ? 2 : 0, job(1)).measure();
        assertThat(outcome.count()).isPositive().isLessThan(all.get());
        assertThat(outcome.bytes()).isEqualTo(outcome.count() * 10);
        assertThat(outcome.nanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
        assertThat(outcome.p50Nanos()).isZero();
    }

    @Test
    void shouldWaitForTheFirstMessageBeforeTheWarmUp() throws Exception {
        AtomicLong calls = new AtomicLong();
        Outcome outcome = new Throughput(() -> calls.incrementAndGet() <= 1_000 ? 0 : 1, job(1)).measure();
        assertThat(calls.get()).isGreaterThan(1_000 + outcome.count());
    }

    @Test
    void shouldTimeTheTripsOfAllRequesters() throws Exception {
        AtomicLong trips = new AtomicLong();
        Requester requester = timing -> {
            while (timing.more()) {
                trips.incrementAndGet();
            }
        };
        Outcome outcome = new Latency(List.of(requester, requester, requester), job(3)).measure();
        assertThat(outcome.count()).isPositive().isLessThan(trips.get());
        assertThat(outcome.p99Nanos()).isGreaterThanOrEqualTo(outcome.p50Nanos());
    }

    @Test
    void shouldFailIfARequesterDoes() {
        Requester broken = timing -> {
            throw new IllegalStateException("reply is gone");
        };
        assertThatThrownBy(() -> new Latency(List.of(broken), job(1)).measure()).hasMessageContaining("reply is gone");
    }

    @Test
    void shouldFailIfNoTripEndsInTheWindow() {
        assertThatThrownBy(() -> new Latency(List.of(timing -> timing.more()), job(1)).measure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("count=0");
    }

    private static Job job(int threads) {
        return new Job("inproc://test", 10, threads, SHORT, SHORT);
    }
}
