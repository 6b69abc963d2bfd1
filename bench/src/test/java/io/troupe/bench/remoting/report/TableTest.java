// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Mark;
import io.troupe.bench.remoting.measure.Measured;
import io.troupe.bench.remoting.measure.Run;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void shouldCompareMediansWithTheLimitAndTheBestPeer() {
        Results results = new Results();
        tell(results, "limit", 800, 1_000, 5_000);
        tell(results, "slow", 100, 100, 100);
        tell(results, "fast", 200, 300, 200);
        tell(results, "ours", 400, 400, 500);
        assertThat(row(results, "tell", "ours"))
                .containsExactly("ours", "400", "400–500", "400–500", "-", "-", "0.5", "0.400", "2.000");
        assertThat(row(results, "tell", "slow"))
                .containsExactly("slow", "100", "100–100", "100–100", "-", "-", "0.5", "0.100", "0.500");
        assertThat(row(results, "tell", "limit"))
                .containsExactly("limit", "1,000", "800–5,000", "800–5,000", "-", "-", "0.5", "1.000", "5.000");
    }

    @Test
    void shouldShowTheMedianOfPercentiles() {
        Results results = new Results();
        for (long micros : new long[] {30, 10, 20}) {
            results.add("fast", "ask1", run(new Measured(1_000, SECOND, micros * 1_000, 2_000 * micros, 9_000_000)));
        }
        assertThat(row(results, "ask1", "fast"))
                .containsExactly("fast", "1,000", "1,000–1,000", "1,000–1,000", "20.0", "40.0", "0.5", "-", "1.000");
    }

    @Test
    void shouldSayWhichStackFailed() {
        Results results = new Results();
        tell(results, "fast", 200);
        assertThat(row(results, "tell", "slow")).containsExactly("slow", "failed");
        assertThat(row(results, "tell", "fast")).endsWith("-", "1.000");
    }

    @Test
    void shouldTellOneRoundInAFewWords() {
        assertThat(Table.brief(run(new Measured(2_000, SECOND, 0, 0, 0)))).isEqualTo("2,000/s");
        assertThat(Table.brief(run(new Measured(2_000, SECOND, 1_500, 2_500, 3_000))))
                .isEqualTo("2,000/s, p50 1.5 µs, p99 2.5 µs");
    }

    @Test
    void shouldWriteEveryRoundAsJson() {
        Results results = new Results();
        tell(results, "fast", 200, 300);
        String json = JsonReport.text(
                new Environment(Map.of("cpu", "a \"b\" \\ c\t"), List.of(new Mark("a fact", "advice"))),
                results,
                2,
                Duration.ofSeconds(3),
                Duration.ofMillis(500));
        assertThat(json)
                .contains("\"cpu\":\"a \\\"b\\\" \\\\ c\\t\"")
                .contains("\"marks\":[\"a fact: advice\"]")
                .contains("\"forks\":2,\"warmUpSeconds\":3,\"seconds\":0.5")
                .contains("{\"workload\":\"tell\",\"stack\":\"fast\",\"rounds\":[{\"count\":200,")
                .contains("{\"count\":300,\"nanos\":1000000000,\"perSecond\":300.0,")
                .contains("\"cpuNanos\":500.0,\"windows\":[300.0]}");
    }

    private static void tell(Results results, String stack, long... counts) {
        for (long count : counts) {
            results.add(stack, "tell", run(new Measured(count, SECOND, 0, 0, 0)));
        }
    }

    /** Half a microsecond of processor time each. */
    private static Run run(Measured window) {
        return new Run(List.of(window), 500 * window.count());
    }

    private static List<String> row(Results results, String load, String stack) {
        String text = new Table(results, List.of("limit", "slow", "fast", "ours"), "limit", "ours").text(List.of(load));
        String line =
                text.lines().filter(row -> row.startsWith(stack)).findFirst().orElseThrow();
        return List.of(line.trim().split(" +"));
    }
}
