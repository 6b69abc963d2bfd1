// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.results.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest {
    private static final ChannelWork WORK = ChannelWork.named("1to1-128").of(10);
    private static final String LINE =
            "{\"result\":45,\"operations\":10,\"wall\":[5,1,4,2,3],\"cpu\":[1.5,1.5,2,2,1.0]}";

    @Test
    void shouldReadALine() {
        Result result = Windows.parse(LINE, WORK).result(WORK, "go");
        assertThat(result.cell().toString()).isEqualTo("channels.transfer capacity=128 receivers=1 senders=1");
        assertThat(result.unit()).isEqualTo("ns/op");
        assertThat(result.median()).isEqualTo(3);
        assertThat(result.samples().forks()).isEqualTo(1);
        assertThat(result.metric("cpu").map(cpu -> cpu.samples().median())).contains(1.5);
    }

    @Test
    void shouldReadWhatItWrites() {
        Windows windows = Windows.parse(LINE, WORK);
        assertThat(windows.json()).startsWith(Windows.PREFIX);
        assertThat(Windows.parse(windows.json(), WORK).json()).isEqualTo(windows.json());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"result\":44,\"operations\":10,\"wall\":[1,1,1,1,1],\"cpu\":[1,1,1,1,1]}",
                "{\"result\":45,\"operations\":11,\"wall\":[1,1,1,1,1],\"cpu\":[1,1,1,1,1]}",
                "{\"result\":45,\"operations\":10,\"wall\":[1,1,1,1],\"cpu\":[1,1,1,1,1]}",
                "{\"result\":45,\"operations\":10,\"wall\":[1,1,1,1,1]}",
                "{\"result\":45,\"operations\":10",
                "panic: runtime error"
            })
    void shouldRefuseWrongResultsAndWhatIsNoLine(String line) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Windows.parse(line, WORK))
                .withMessageContaining(" must ");
    }

    @Test
    void shouldMeasureWholeBatches() {
        AtomicInteger batches = new AtomicInteger();
        Windows windows = Windows.measure(
                WORK, () -> 45 + 0L * batches.incrementAndGet(), Duration.ofNanos(1), Duration.ofNanos(1));
        assertThat(batches.get()).isGreaterThanOrEqualTo(Windows.COUNT + 1);
        assertThat(Windows.parse(windows.json(), WORK).wall()).hasSize(Windows.COUNT);
    }

    @Test
    void shouldNameTheParametersOfEachWork() {
        Map<String, List<String>> names = Map.of(
                "pair-0", List.of("capacity"),
                "sieve-16", List.of("capacity"),
                "select8-0", List.of("capacity", "channels"),
                "chain5-128", List.of("capacity", "stages"),
                "8to1-128", List.of("capacity", "receivers", "senders"));
        names.forEach((name, params) -> {
            List<Double> one = List.of(1.0);
            Result result = new Windows(1, 1, one, one).result(ChannelWork.named(name), "go");
            assertThat(result.params()).containsOnlyKeys(params.toArray(String[]::new));
        });
    }
}
