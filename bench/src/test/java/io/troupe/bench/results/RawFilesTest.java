// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawFilesTest {
    @TempDir
    Path directory;

    @Test
    void shouldJoinForksThatWereRunInTurns() throws IOException {
        write("1.json", jmh("1.37", 10, 11));
        write("2.json", jmh("1.37", 20, 21));
        Results results = RawFiles.read(directory);
        assertThat(results.results()).hasSize(1);
        assertThat(results.results().get(0).samples().medians()).containsExactly(10, 11, 20, 21);
        assertThat(results.results().get(0).sources()).hasToString("[1.json#0, 2.json#0]");
        assertThat(results.marks()).isEmpty();
    }

    @Test
    void shouldKeepControlsApart() throws IOException {
        write("aa-1.json", jmh("1.37", 12));
        write("1.json", jmh("1.37", 10));
        Results results = RawFiles.read(directory);
        assertThat(results.results()).extracting(Result::median).containsExactly(10.0);
        assertThat(results.controls()).extracting(Result::median).containsExactly(12.0);
    }

    @Test
    void shouldReadWhatThereIsOfAnInterruptedRun() throws IOException {
        write("1.json", jmh("1.37", 10));
        write("2.json", jmh("1.38", 10).substring(0, 60));
        write("3.json", "{\"something\":\"else\"}");
        write("4.json", "");
        write("notes.txt", "none of ours");
        Results results = RawFiles.read(directory);
        assertThat(results.results()).hasSize(1);
        assertThat(results.marks())
                .hasSize(3)
                .anySatisfy(mark -> assertThat(mark).startsWith("left out: results must be JSON: file=2.json"))
                .anySatisfy(mark -> assertThat(mark).contains("a program's: file=3.json"))
                .anySatisfy(mark -> assertThat(mark).contains("a program's: file=4.json"));
    }

    @Test
    void shouldMarkThatFilesAreOfDifferentMachines() throws IOException {
        write("1.json", jmh("1.36", 10));
        write("2.json", jmh("1.37", 10));
        assertThat(RawFiles.read(directory).marks()).containsExactly("jmh differs between raw files: 1.36 and 1.37");
    }

    @Test
    void shouldNotCountAFileOfAllResultsBesideRawOnes() throws IOException {
        write("1.json", jmh("1.37", 10));
        Results raw = RawFiles.read(directory);
        write("results.json", ResultFile.text(raw));
        assertThat(RawFiles.read(directory)).isEqualTo(raw);
    }

    @Test
    void shouldReadWhatAProgramWroteThatMeasuresByItself() throws IOException {
        Result round = new Result(
                "sp",
                "lat-ipc",
                "c",
                Map.of("threads", "1"),
                Metric.of("p50", "ns", Samples.single(50_000)),
                List.of(Metric.of("p99", "ns", Samples.single(70_000))),
                List.of());
        write(
                "sp-lat.json",
                ResultFile.text(Results.of(Map.of("cpu", "abacus"), List.of(round), List.of("load 3: wait"))));
        Results results = RawFiles.read(directory);
        assertThat(results.environment()).isEqualTo(Map.of("cpu", "abacus"));
        assertThat(results.marks()).containsExactly("load 3: wait");
        assertThat(results.results()).singleElement().satisfies(result -> {
            assertThat(result.median()).isEqualTo(50_000);
            assertThat(result.better()).isEqualTo(Better.LOWER);
            assertThat(result.role()).isEqualTo(Role.LIMIT);
            assertThat(result.sources()).containsExactly(new Source("sp-lat.json", 0));
        });
    }

    @Test
    void shouldReadTheFolderOfARun() throws IOException {
        Files.createDirectories(directory.resolve("raw"));
        write("raw/1.json", jmh("1.37", 10));
        write("raw/aa-1.json", jmh("1.37", 12));
        write("run.json", "{\"environment\":{\"cpu\":\"abacus\",\"jdk\":\"of the run\"},\"notes\":[\"no gcc\"]}");
        Results results = RawFiles.read(directory);
        assertThat(results.results()).extracting(Result::median).containsExactly(10.0);
        assertThat(results.controls()).hasSize(1);
        assertThat(results.environment()).isEqualTo(Map.of("cpu", "abacus", "jdk", "of the run"));
        assertThat(results.marks()).containsExactly("no gcc");
        write("results.json", ResultFile.text(results));
        assertThat(RawFiles.read(directory)).as("with the report beside").isEqualTo(results);
        assertThat(RawFiles.read(directory.resolve("results.json"))).isEqualTo(results);
        write("run.json", "{");
        assertThatThrownBy(() -> RawFiles.read(directory))
                .hasMessageStartingWith("record of a run must be JSON: file=");
    }

    @Test
    void shouldTakeACombinedFileWhereTheRawOnesAreGone() throws IOException {
        Results results = RawFiles.parse("1.json", jmh("1.37", 10));
        write("results.json", ResultFile.text(results));
        write("run.json", "{}");
        assertThat(RawFiles.read(directory)).isEqualTo(results);
    }

    @Test
    void shouldReadBackACombinedFileAsItWas() {
        Results raw = RawFiles.read(Path.of("src", "test", "resources", "io", "troupe", "bench", "results")
                .resolve("core.json"));
        Results all =
                new Results(raw.environment(), raw.results(), raw.results().subList(0, 3), raw.marks());
        assertThat(RawFiles.parse("x.json", ResultFile.text(all))).isEqualTo(all);
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException {
        assertThatThrownBy(() -> RawFiles.read(directory.resolve("none.json")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("results must exist: path=");
        assertThatThrownBy(() -> RawFiles.read(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("directory must have raw results: directory=")
                .hasMessageEndingWith("files=0");
        assertThatThrownBy(() -> RawFiles.parse("x.json", "{\"troupeResults\":7}"))
                .hasMessage("version of the results must be 1: version=7, file=x.json");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static String jmh(String version, int... forks) {
        StringBuilder raw = new StringBuilder();
        for (int fork : forks) {
            raw.append(raw.isEmpty() ? "" : ",").append('[').append(fork).append(']');
        }
        return "[{\"jmhVersion\":\"" + version + "\",\"benchmark\":\"io.troupe.bench.tell.TellBenchmark.pekko\","
                + "\"mode\":\"avgt\",\"primaryMetric\":{\"scoreUnit\":\"ns/op\",\"rawData\":[" + raw
                + "]},\"secondaryMetrics\":{}}]";
    }
}
