// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Mark;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.stack.Kind;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.sp.stack.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpTableTest {
    private static final SpStack FLOOR = new Named("floor", Kind.FLOOR);
    private static final SpStack SLOW = new Named("slow", Kind.PEER);
    private static final SpStack FAST = new Named("fast", Kind.PEER);
    private static final SpStack MINE = new Named("mine", Kind.OURS);
    private static final SpStack ABSENT = new Named("absent", Kind.PEER);

    private final SpResults results = new SpResults();

    @BeforeEach
    void addRows() {
        List.of(FLOOR, SLOW, FAST, MINE).forEach(stack -> results.stack(stack, ""));
        results.stack(ABSENT, "missing: install it");
    }

    @Test
    void shouldCompareMedianThroughputWithPeersAndFloor() {
        throughput(FLOOR, 10, 16, 12);
        throughput(SLOW, 1);
        throughput(FAST, 4);
        throughput(MINE, 8, 6, 7);
        assertThat(row("pair", "mine")).containsExactly("mine", "7.00", "6.00–8.00", "7,000,000", "1.75", "0.58");
        assertThat(row("pair", "slow")).endsWith("0.25", "0.08");
        assertThat(row("pair", "floor")).endsWith("3.00", "1.00");
    }

    @Test
    void shouldPreferShortRoundTrips() {
        latency(FLOOR, 5_000);
        latency(SLOW, 100_000);
        latency(FAST, 40_000);
        latency(MINE, 8_000, 12_000, 10_000);
        assertThat(row("lat", "mine")).containsExactly("mine", "10.00", "8.00–12.00", "20.00", "4.00", "0.50");
        assertThat(row("lat", "slow")).endsWith("0.40", "0.05");
    }

    @Test
    void shouldSayWhyAFigureIsAbsent() {
        throughput(SLOW, 1);
        results.notOffered(FAST, "pair");
        assertThat(line("pair", "absent")).isEqualTo("absent     missing: install it");
        assertThat(line("pair", "fast")).isEqualTo("fast       does not offer this");
        assertThat(line("pair", "mine")).isEqualTo("mine       failed");
        assertThat(row("pair", "slow")).endsWith("1.00", "-");
    }

    @Test
    void shouldSayHowStacksAreSetUp() {
        assertThat(new SpTable(results).text(List.of())).contains("mine       about mine");
    }

    @Test
    void shouldTellOneRoundInAFewWords() {
        assertThat(SpTable.brief(outcome(2))).isEqualTo("2.00 Gb/s, 2,000,000/s");
        assertThat(SpTable.brief(new Outcome(1, 1, 1, 1_500, 2_500))).isEqualTo("p50 1.50 µs, p99 2.50 µs");
    }

    @Test
    void shouldWriteEveryRoundAsJson() {
        throughput(MINE, 2, 3);
        String json = SpJson.text(
                new Environment(Map.of("cpu", "some"), List.of(new Mark("a fact", "advice"))),
                results,
                2,
                Duration.ofMillis(300),
                Duration.ofSeconds(1));
        assertThat(json)
                .contains("\"machine\":{\"cpu\":\"some\"}")
                .contains("\"marks\":[\"a fact: advice\"]")
                .contains("\"forks\":2,\"warmUpMillis\":300,\"windowMillis\":1000")
                .contains(
                        "\"stack\":\"absent\",\"kind\":\"PEER\",\"about\":\"about absent\",\"missing\":\"missing: inst")
                .contains("{\"cell\":\"pair\",\"stack\":\"mine\",\"rounds\":[{\"count\":2000000,")
                .contains(",{\"count\":3000000,");
    }

    private void throughput(SpStack stack, long... gigabits) {
        for (long gigabit : gigabits) {
            results.add(stack, "pair", outcome(gigabit));
        }
    }

    /** Messages of 125 bytes in a second. */
    private static Outcome outcome(long gigabit) {
        return new Outcome(gigabit * 1_000_000, gigabit * 125_000_000, 1_000_000_000, 0, 0);
    }

    private void latency(SpStack stack, long... nanos) {
        for (long median : nanos) {
            results.add(stack, "lat", new Outcome(1_000, 111_000, 1_000_000_000, median, 2 * median));
        }
    }

    private List<String> row(String cell, String stack) {
        return List.of(line(cell, stack).split(" +"));
    }

    private String line(String cell, String stack) {
        return new SpTable(results)
                .text(List.of(cell))
                .lines()
                .filter(line -> line.startsWith(stack))
                .findFirst()
                .orElseThrow();
    }

    private record Named(String name, Kind kind) implements SpStack {
        @Override
        public String about() {
            return "about " + name;
        }

        @Override
        public boolean offers(Pattern pattern, Transport transport, int threads) {
            return true;
        }

        @Override
        public Program program() {
            return Program.virtualMachine();
        }
    }
}
