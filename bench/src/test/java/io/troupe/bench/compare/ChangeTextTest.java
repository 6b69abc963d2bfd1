// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Samples;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeTextTest {
    private final Comparison comparison = Compare.USUAL.of(
            Results.of(
                    Map.of("jdk", "17"),
                    List.of(result("pekko", 1, 2, 3, 4, 5), result("gone", 7), result("troupe", 10, 11, 12, 13, 14)),
                    List.of()),
            Results.of(
                    Map.of("jdk", "25"),
                    List.of(result("pekko", 1, 2, 3, 4, 5), result("troupe", 20, 21, 22, 23, 24), result("new", 8)),
                    List.of()));

    @Test
    void shouldShowRegressionsFirstAndSayHowItWasJudged() {
        List<String> lines = ChangeText.table(comparison).lines().toList();
        assertThat(lines.get(1))
                .startsWith("slower   ring.RingBenchmark size=100: troupe")
                .contains("12.0 (10.0–14.0)", "22.0 (20.0–24.0)", "0.55×", "0.000", "ns/op");
        assertThat(lines.get(2)).startsWith("same ").contains("1.00×");
        assertThat(lines.get(3)).startsWith("added ").contains("8.00 (8.00–8.00)");
        assertThat(lines.get(4)).startsWith("removed ");
        assertThat(lines.subList(6, lines.size()))
                .containsExactly(
                        "1 slower, 1 same, 1 added, 1 removed",
                        "Counted: medians that differ by 5 % or more, and by more than the noise, with p ≤ 0.05 by Welch's test"
                                + " of the ratio over the medians of forks, if their ranks agree.",
                        "Corrected by Benjamini and Hochberg for 2 figures tested together: at most 5 % of the changes named"
                                + " are chance.",
                        "Noise unknown: neither run has an A/A part.",
                        "Different: jdk: 17 → 25");
    }

    @Test
    void shouldWriteJsonThatOthersRead() throws IOException {
        JsonNode root = new ObjectMapper().readTree(ChangeText.json(comparison));
        assertThat(root.path("exitCode").asInt()).isEqualTo(1);
        assertThat(root.path("noise").isNull()).isTrue();
        assertThat(root.path("differences").get(0).asText()).isEqualTo("jdk: 17 → 25");
        assertThat(root.path("changes")).hasSize(4);
        JsonNode gone = root.path("changes").get(1);
        assertThat(gone.path("verdict").asText()).isEqualTo("REMOVED");
        assertThat(gone.path("new").isNull()).isTrue();
        assertThat(gone.path("p").isNull()).isTrue();
        JsonNode slower = root.path("changes").get(2);
        assertThat(slower.path("params").path("size").asText()).isEqualTo("100");
        assertThat(slower.path("old").path("median").asDouble()).isEqualTo(12);
    }

    private static Result result(String system, double... forks) {
        return new Result(
                "ring",
                "RingBenchmark",
                system,
                Map.of("size", "100"),
                Metric.of("score", "ns/op", Samples.single(forks)),
                List.of(),
                List.of());
    }
}
