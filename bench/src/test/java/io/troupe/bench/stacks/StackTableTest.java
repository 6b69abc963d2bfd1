// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StackTableTest {
    private static final Metric P99 = Metric.of("p99", "ns", Samples.single(2_500));

    private final Map<Step, Results> measured = new LinkedHashMap<>();

    @Test
    void shouldCompareMediansWithTheLimitAndTheBestPeer() {
        rates("netty", 800, 1_000, 5_000);
        rates("grpc", 100);
        rates("rsocket", 200, 300, 200);
        rates("troupe", 400, 400, 500);
        rates("troupe-json", 350);
        assertThat(row("troupe")).containsExactly("troupe", "400", "400–500", "0.40", "2.00");
        assertThat(row("grpc")).endsWith("0.10", "0.50");
        assertThat(row("netty")).containsExactly("netty", "1,000", "800–5,000", "1.00", "5.00");
    }

    @Test
    void shouldPreferShortTimesAndShowThemInMicroseconds() {
        times("c", 5_000);
        times("jeromq", 40_000);
        times("nng", 100_000);
        times("troupe", 8_000, 12_000, 10_000);
        assertThat(row("troupe")).containsExactly("troupe", "10.0", "8.00–12.0", "2.50", "0.50", "4.00");
        assertThat(text()).contains("p50 µs", "p99 µs");
    }

    @Test
    void shouldSayWhyAFigureIsAbsent() {
        rates("grpc", 1);
        measured.put(Step.absent("cell", "rsocket", "missing: install it"), Results.NONE);
        measured.put(step("troupe"), Results.NONE);
        List<Step> steps = List.copyOf(measured.keySet());
        measured.values().removeIf(results -> results.results().isEmpty());
        String text = new StackTable(steps, measured).text();
        assertThat(text.lines())
                .contains("rsocket         missing: install it", "troupe          failed")
                .anyMatch(line -> line.startsWith("grpc") && line.endsWith(" -              1.00"));
    }

    @Test
    void shouldTellOneRoundInAFewWords() {
        Result result = new Result(
                "remoting",
                "ask",
                "troupe",
                Map.of(),
                Metric.of("rate", "ops/s", Samples.single(2_000)),
                List.of(P99),
                List.of());
        assertThat(StackTable.brief(result)).isEqualTo("rate 2,000 ops/s, p99 2.50 µs");
    }

    private void rates(String stack, double... rounds) {
        add("remoting", stack, Metric.of("rate", "ops/s", Samples.single(rounds)), List.of());
    }

    private void times(String stack, double... rounds) {
        add("sp", stack, Metric.of("p50", "ns", Samples.single(rounds)), List.of(P99));
    }

    private void add(String suite, String stack, Metric metric, List<Metric> beside) {
        Result result = new Result(suite, "cell", stack, Map.of(), metric, beside, List.of());
        measured.put(step(stack), Results.of(Map.of(), List.of(result), List.of()));
    }

    private static Step step(String stack) {
        return Step.of("cell", stack, () -> {
            throw new IllegalStateException(stack);
        });
    }

    private String text() {
        return new StackTable(List.copyOf(measured.keySet()), measured).text();
    }

    private List<String> row(String stack) {
        String line = text().lines()
                .filter(row ->
                        Stream.of(row.split(" +", 2)).findFirst().orElse("").equals(stack))
                .findFirst()
                .orElseThrow();
        return List.of(line.trim().split(" +"));
    }
}
