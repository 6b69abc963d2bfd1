// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.cluster.load.Figures;
import io.troupe.bench.cluster.load.Figures.Figure;
import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureTableTest {
    private static final Path PAGE = Path.of("..", "docs", "cluster-figures.md");

    @Test
    void shouldPutOursBesideLimitAndPeers() {
        List<Result> results = List.of(
                updates("limit-jdbc", 1000, 4_000_000),
                updates("troupe", 800, 6_000_000),
                updates("pekko", 100, 60_000_000),
                updates("pekko-state", 200, 30_000_000));
        String page = "before\n" + FigureTable.BEGIN + "\nold\n" + FigureTable.END + "\nafter\n";
        assertThat(new FigureTable(Results.of(Map.of(), results, List.of())).into(page))
                .startsWith("before\n" + FigureTable.BEGIN + "\nrounds: 1\n\n" + FigureTable.HEAD)
                .endsWith(FigureTable.END + "\nafter\n")
                .doesNotContain("old")
                .contains("| cluster.update outstanding=512 | rate | limit-jdbc 1,000 ops/s (1,000–1,000)"
                        + " | **troupe** 800 ops/s (800–800) | pekko 100 ops/s (100–100), pekko-state 200 ops/s (200–200)"
                        + " | 0.80 | 4.00 |\n")
                .contains("| cluster.update outstanding=512 | p99 | limit-jdbc 4.00 ms (4.00–4.00)"
                        + " | **troupe** 6.00 ms (6.00–6.00) |")
                .contains(" | 0.67 | 5.00 |\n");
    }

    @Test
    void shouldFindItsMarksAndItsHeadInThePage() throws Exception {
        String page = Files.readString(PAGE);
        assertThat(page).contains(FigureTable.HEAD);
        assertThat(new FigureTable(ClusterCells.results()).into(page)).contains("| cluster.kill | worst-key |");
    }

    @Test
    void shouldRefuseAPageWithoutMarks() {
        assertThatThrownBy(() -> new FigureTable(Results.NONE).into("text"))
                .hasMessageStartingWith("page must have two marks: ");
    }

    private static Result updates(String stack, double rate, double p99) {
        return new Figures(List.of(new Figure("rate", "ops/s", rate), new Figure("p99", "ns", p99)))
                .result(Load.UPDATE512, stack);
    }
}
