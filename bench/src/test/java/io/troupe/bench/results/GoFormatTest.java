// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoFormatTest {
    private static final Path MEASURED = Path.of("src", "test", "resources", "io", "troupe", "bench", "results");
    private static final Pattern FACT = Pattern.compile("[a-z][^\\s:A-Z]*: \\S.*");
    private static final Pattern UNIT = Pattern.compile("Unit \\S+ better=(lower|higher)");
    private static final Pattern LINE = Pattern.compile(
            "Benchmark[\\p{Lu}\\d][^\\s/]*(/[^\\s/=]+=[^\\s/=]+)*-[1-9]\\d* [1-9]\\d*( -?\\d+(\\.\\d+)?(E-?\\d+)? \\S+)+");

    @TempDir
    Path directory;

    @Test
    void shouldWriteALinePerFork() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processors", "2");
        facts.put("jvmOptions", "-Xmx1g\n -Xms1g");
        facts.put("Load Average", "0.5");
        facts.put("empty", " ");
        Result tell = new Result(
                "tell",
                "TellBenchmark",
                "pekko",
                Map.of("actors", "8", "path", "a b/c=d"),
                Metric.of("score", "us/op", Samples.of(new double[] {1, 2, 9}, new double[] {3})),
                List.of(Metric.of("sameThread", "% of messages", Samples.single(90, 100))),
                List.of());
        Result rate = new Result(
                "remoting",
                "ask64",
                "netty",
                Map.of(),
                Metric.of("rate", "ops/s", Samples.single(1e9)),
                List.of(Metric.of("p99", "ns", Samples.single(5))),
                List.of());

        assertThat(GoFormat.text(Results.of(facts, List.of(tell, rate), List.of())))
                .isEqualTo(
                        """
                processors: 2
                jvm-options: -Xmx1g -Xms1g
                load-average: 0.5
                Unit ns/op better=lower
                Unit ops/s better=higher
                Unit p99-ns/op better=lower
                Unit sameThread-%_of_messages better=higher

                BenchmarkTell/system=pekko/actors=8/path=a_b_c_d-2 3 2000.0 ns/op 90.0 sameThread-%_of_messages
                BenchmarkTell/system=pekko/actors=8/path=a_b_c_d-2 1 3000.0 ns/op 100.0 sameThread-%_of_messages
                BenchmarkRemotingAsk64/system=netty-2 1 1.0E9 ops/s 5.0 p99-ns/op
                """);
    }

    @Test
    void shouldKeepTheFormatForMeasuredResults() throws IOException {
        for (String name : List.of("core.json", "burst.json", "remoting.json")) {
            Results results = RawFiles.read(MEASURED.resolve(name));
            List<String> lines = GoFormat.text(results).lines().toList();
            int blank = lines.indexOf("");
            assertThat(lines.subList(0, blank))
                    .isNotEmpty()
                    .allMatch(line ->
                            FACT.matcher(line).matches() || UNIT.matcher(line).matches());
            int forks = results.results().stream()
                    .mapToInt(result -> result.samples().forks())
                    .sum();
            assertThat(lines.subList(blank + 1, lines.size())).hasSize(forks).allMatch(line -> LINE.matcher(line)
                    .matches());
            long names = lines.stream()
                    .skip(blank + 1)
                    .map(line -> line.split(" ", 2)[0])
                    .distinct()
                    .count();
            assertThat(names).isEqualTo(results.results().size());
        }
    }

    @Test
    void shouldBeReadByBenchstatWhereItIsInstalled() throws IOException, InterruptedException {
        Optional<Path> benchstat = benchstat();
        assumeTrue(benchstat.isPresent(), "benchstat is not installed");
        Path file = directory.resolve("core.txt");
        Files.writeString(file, GoFormat.text(RawFiles.read(MEASURED.resolve("core.json"))));
        Path words = directory.resolve("words.txt");
        Process process = new ProcessBuilder(benchstat.get().toString(), file.toString(), file.toString())
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(words, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains("sec/op", "Tell/system=pekko-").doesNotContain("parsing", "missing");
    }

    private static Optional<Path> benchstat() {
        String path = System.getenv().getOrDefault("PATH", "");
        Path home = Path.of(System.getProperty("user.home"), "go", "bin", "benchstat");
        return Stream.concat(
                        Pattern.compile(":").splitAsStream(path).map(entry -> Path.of(entry, "benchstat")),
                        Stream.of(home))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
