// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.bench.results.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
    private static final long SECOND = 1_000_000_000;

    private final Run run = new Run(
            List.of(
                    new Measured(1_000, SECOND, 10, 100, 500),
                    new Measured(3_000, SECOND, 30, 200, 900),
                    new Measured(2_000, SECOND, 20, 900, 1_000)),
            12_000_000);

    @Test
    void shouldTravelAsOneLine() {
        assertThat(run.line()).doesNotContain("\n");
        assertThat(Run.parse(run.line())).isEqualTo(run);
    }

    @Test
    void shouldSumUpItsWindows() {
        assertThat(run.count()).isEqualTo(6_000);
        assertThat(run.perSecond()).isEqualTo(2_000);
        assertThat(run.p50Nanos()).isEqualTo(20);
        assertThat(run.p99Nanos()).isEqualTo(200);
        assertThat(run.maxNanos()).isEqualTo(1_000);
        assertThat(run.cpuNanosEach()).isEqualTo(2_000);
    }

    @Test
    void shouldShowTheSlowestAndTheFastestWindow() {
        Metric windows = run.result(Load.of("tell"), "troupe").metric("window").orElseThrow();
        assertThat(windows.samples().all()).containsExactly(1_000, 3_000, 2_000);
    }

    @Test
    void shouldRefuseALineWithoutWindows() {
        assertThatIllegalArgumentException().isThrownBy(() -> Run.parse("12")).withMessageContaining("line=12");
    }
}
