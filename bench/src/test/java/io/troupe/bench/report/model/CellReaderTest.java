// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Mark;
import io.troupe.bench.sp.driver.DriverStack;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.report.SpJson;
import io.troupe.bench.sp.report.SpResults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellReaderTest {
    private static final List<Mark> MARKS = List.of(new Mark("load 3", "wait"));
    private static final Path REMOTING = Path.of("..", "docs", "benchmarks", "remoting-2026-11-21");

    @Test
    void shouldReadTheCommittedRunBetweenProcesses() {
        Results results = RawFiles.read(REMOTING.resolve("stacks.json"));
        assertThat(results.environment())
                .containsEntry("commit", "fba8576d63e1")
                .containsEntry("processors", "2");
        assertThat(results.marks()).isEmpty();
        Result ask = result(results, "ask", "grpc");
        assertThat(ask.params()).isEqualTo(Map.of("outstanding", "1"));
        assertThat(results.cells())
                .contains(result(results, "tell", "grpc").cell())
                .hasSize(4);
        assertThat(ask.suite()).isEqualTo("remoting");
        assertThat(ask.better()).isEqualTo(Better.HIGHER);
        assertThat(ask.unit()).isEqualTo("ops/s");
        assertThat(ask.samples().medians()[0]).isEqualTo(15893 * 1e9 / 1021322384);
        assertThat(ask.metric("p99").orElseThrow().samples().medians()[0]).isEqualTo(175871);
        assertThat(result(results, "tell", "grpc").secondary()).isEmpty();
    }

    @Test
    void shouldReadWhatTheDriverOfSocketsWrites() {
        SpResults measured = new SpResults();
        measured.stack(DriverStack.nanomsg(), "libnanomsg-dev is not installed");
        measured.add(DriverStack.raw(false), "pair-ipc-4k, 2 threads", new Outcome(1000, 4_096_000, 1_000_000, 0, 0));
        measured.add(DriverStack.raw(false), "lat-ipc, 1 thread", new Outcome(10, 1110, 1_000_000, 50_000, 70_000));
        String json = SpJson.text(
                new Environment(Map.of("cpu", "a \"quoted\" one"), MARKS),
                measured,
                2,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1));

        Results results = RawFiles.parse("sp.json", json);

        assertThat(results.environment()).isEqualTo(Map.of("cpu", "a \"quoted\" one"));
        assertThat(results.marks())
                .hasSize(4)
                .contains("load 3: wait")
                .contains("nanomsg is missing: libnanomsg-dev is not installed")
                .contains("c in pair-ipc-4k, 2 threads: only 1 of 2 rounds, sp.json#0");
        Result pair = result(results, "pair-ipc-4k", "c");
        assertThat(pair.params()).isEqualTo(Map.of("threads", "2"));
        assertThat(pair.unit()).isEqualTo("Gb/s");
        assertThat(pair.better()).isEqualTo(Better.HIGHER);
        assertThat(pair.median()).isEqualTo(32.768);
        assertThat(pair.metric("rate").orElseThrow().samples().median()).isEqualTo(1e6);
        Result latency = result(results, "lat-ipc", "c");
        assertThat(latency.unit()).isEqualTo("ns");
        assertThat(latency.better()).isEqualTo(Better.LOWER);
        assertThat(latency.median()).isEqualTo(50_000);
        assertThat(latency.metric("p99").orElseThrow().samples().median()).isEqualTo(70_000);
        assertThat(latency.role()).isEqualTo(Role.LIMIT);
    }

    @Test
    void shouldRefuseRoundsWithoutTime() {
        assertThatThrownBy(
                        () -> RawFiles.parse(
                                "x.json",
                                """
                        {"machine":{},"results":[{"workload":"tell","stack":"a","rounds":[{"count":1,"nanos":0}]}]}"""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("nanos must be above 0");
    }

    private static Result result(Results results, String benchmark, String system) {
        return results.results().stream()
                .filter(result ->
                        result.benchmark().equals(benchmark) && result.system().equals(system))
                .findFirst()
                .orElseThrow();
    }
}
