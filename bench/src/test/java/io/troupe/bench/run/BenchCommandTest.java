// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    @Test
    void shouldListSuitesWithPiecesAndTime() {
        assertThat(run("--list")).isZero();
        assertThat(out.toString()).contains("messaging", "pingpong", "Profile quick: ");
    }

    @Test
    void shouldListLabelsAsJson() {
        assertThat(run("tell", "--list", "--json", "--only", "TellBenchmark.pekko"))
                .isZero();
        assertThat(out.toString())
                .contains("\"part\":\"messaging-tell.TellBenchmark\"", "\"tell.TellBenchmark.pekko\"");
    }

    @Test
    void shouldShowTheMachineAsJson() throws IOException {
        assertThat(run("env", "--json")).isZero();
        JsonNode shown = new ObjectMapper().readTree(out.toString());
        assertThat(shown.path("facts").path("cores").asText()).isNotBlank();
        assertThat(shown.path("marks").isArray()).isTrue();
    }

    @Test
    void shouldReportAndCompareAsJson() throws IOException {
        Files.writeString(dir.resolve("run.json"), "{\"profile\":\"quick\",\"state\":\"finished\"}");
        Files.createDirectory(dir.resolve("raw"));
        assertThat(run("report", "--json", dir.toString())).isZero();
        assertThat(out.toString()).isEqualTo(Files.readString(dir.resolve("results.json")));
        out.getBuffer().setLength(0);
        String results = dir.resolve("results.json").toString();
        assertThat(run("compare", "--json", results, results)).isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).path("exitCode").asInt(-1))
                .isZero();
    }

    @Test
    void shouldRefuseWhatThereIsNotInOneLine() {
        assertRefused("suite must be one of ", "suite=nonsense", "nonsense");
        assertRefused("profile must be quick or full", "profile=slow", "--profile", "slow");
        assertRefused("profiler must be one that JMH can use here", "prof=nonsense", "tell", "--prof", "nonsense");
        assertRefused("only must be a regular expression", "only=(", "--only", "(");
        assertRefused("there must be something to measure", "only=nothing", "tell", "--only", "nothing");
        assertRefused("Unknown option", "--nonsense", "--nonsense");
        for (String none : List.of("-1", "0")) {
            assertRefused("forks must be above 0", "forks=" + none, "--forks=" + none);
            assertRefused("time must be above 0", "time=" + none, "--time=" + none);
            assertRefused("limit must be above 0", "limit=" + none, "--limit=" + none);
        }
        assertRefused("limit must be above 0", "limit=NaN", "--limit=NaN");
        assertRefused("dir must be the folder of a run", "dir=" + dir, "report", dir.toString());
        assertRefused("old must be a file or folder that can be read", "old=a.json", "compare", "a.json", "b.json");
    }

    @Test
    void shouldRefuseAFolderThatCannotBeWrittenBeforeAnythingRuns() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertRefused(
                "out must be a folder that can be written",
                "out=" + file.resolve("below"),
                "tell",
                "--out",
                file.resolve("below").toString());
    }

    @Test
    void shouldNotMixFiguresOfTwoRuns() throws IOException {
        Files.writeString(dir.resolve("run.json"), "{}");
        assertRefused("out must be a new or an empty folder", "out=" + dir, "tell", "--out", dir.toString());
        assertThat(dir.resolve("run.json")).hasContent("{}");
    }

    private void assertRefused(String rule, String fact, String... args) {
        err.getBuffer().setLength(0);
        assertThat(run(args)).isEqualTo(2);
        assertThat(err.toString()).contains(rule, fact).doesNotContain("\tat ");
        assertThat(err.toString().strip().lines().filter(line -> line.startsWith("troupe bench")))
                .hasSize(1);
    }

    private int run(String... args) {
        return BenchCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
