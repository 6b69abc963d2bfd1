// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.troupe.bench.cluster.load.Figures.Figure;
import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.RawFiles;
import io.troupe.bench.results.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every load runs, with sizes that make no figures; what differs by a number only is left to the nightly run. */
@Tag("process")
class ClusterTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needPostgres() throws IOException {
        boolean installed = PostgresServer.isInstalled();
        if ("required".equals(System.getProperty("postgres"))) {
            assertThat(installed)
                    .as("PostgreSQL must be installed, .ci/postgres does it")
                    .isTrue();
        }
        assumeTrue(installed, "PostgreSQL is not installed, .ci/postgres does it");
    }

    @ParameterizedTest
    @EnumSource(names = {"ASK64", "UPDATE512", "SQLITE512", "COLD500", "EMPTY500", "KILL", "JOIN", "LEAVE"})
    void shouldMeasureOurs(Load load) {
        measure(load, "troupe");
    }

    @ParameterizedTest
    @CsvSource({"ask64,limit-link", "update512,limit-jdbc", "ask64,pekko", "update512,pekko-state", "join,pekko"})
    void shouldMeasureOthers(String load, String stack) {
        measure(Load.named(load), stack);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "ask1,troupe",
        "ask1024,troupe",
        "update1,troupe",
        "stop,troupe",
        "sqlite512,limit-jdbc",
        "cold500,limit-jdbc",
        "update512,pekko",
        "cold500,pekko",
        "empty500,pekko"
    })
    void shouldMeasureTheOthersOfEachKind(String load, String stack) {
        measure(Load.named(load), stack);
    }

    private void measure(Load load, String stack) {
        Path json = folder.resolve("results.json");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = ClusterMain.tool()
                .run(
                        List.of(
                                "--loads",
                                load.text(),
                                "--stacks",
                                stack,
                                "--forks",
                                "1",
                                "--seconds",
                                "0.2",
                                "--warmup",
                                "0.2",
                                "--keys",
                                "1000",
                                "--jvm",
                                "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
                                "--json",
                                json.toString()),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        Result result = RawFiles.read(json).results().get(0);
        assertThat(result.system()).isEqualTo(stack);
        assertThat(result.median()).isPositive();
        List<String> figures =
                ClusterCells.figures(load).all().stream().map(Figure::name).toList();
        assertThat(figures).startsWith(result.metric().name());
        assertThat(result.secondary())
                .extracting(Metric::name)
                .containsExactlyElementsOf(figures.subList(1, figures.size()));
    }
}
