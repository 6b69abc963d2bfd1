// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.troupe.bench.results.Metric;
import io.troupe.bench.results.RawFiles;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path MEASURED = Path.of("src", "test", "resources", "io", "troupe", "bench", "results");
    private static final String HEAD =
            """
            ## Core
            | target | benchmark | cell | ours | figure | is | factor | than | unit |
            |---|---|---|---|---|---|---|---|---|
            """;
    private static final Results RESULTS = Results.of(
            Map.of(),
            List.of(
                    result("s", "troupe", Map.of("dispatcher", "stealing", "n", "1"), 20, 22, 21),
                    result("s", "troupe", Map.of("dispatcher", "adaptive", "n", "1"), 18),
                    result("s", "pekko", Map.of("n", "1"), 60),
                    result("s", "forkJoin", Map.of("n", "1"), 40),
                    result("s", "jctools", Map.of("n", "1"), 11),
                    result("s", "troupe", Map.of("dispatcher", "stealing", "n", "2"), 50),
                    result("s", "pekko", Map.of("n", "2"), 60)),
            List.of());

    @Test
    void shouldReachAndMissByRatio() {
        Judgement reached = judge("B | n=1 | troupe dispatcher=stealing | | at most | 2 | limit | ");
        assertThat(reached)
                .hasToString(
                        "reached, t: 21.0 ns/op (20.0–22.0), 1.91 × jctools 11.0 ns/op (11.0–11.0), wanted at most 2 ×"
                                + " limit");
        assertThat(reached.margin()).isEqualTo(22.0 / 21, within(1e-9));
        assertThat(reached.used()).extracting(Result::system).containsExactly("troupe", "jctools");
        Judgement missed = judge("B | n=1 | troupe dispatcher=stealing | | faster | 3 | pekko | ");
        assertThat(missed)
                .hasToString(
                        "missed, t: 21.0 ns/op (20.0–22.0), 2.86 × as fast as pekko 60.0 ns/op (60.0–60.0), wanted 3 × as"
                                + " fast as pekko");
    }

    @Test
    void shouldNotJudgeByDisturbedFigures() {
        Targets targets = targets("B | n=1 | troupe dispatcher=stealing | | at most | 2 | limit | ");
        for (String disturbed : List.of("troupe dispatcher=stealing", "jctools")) {
            Judgement judgement = targets.judge(
                            RESULTS, result -> result.label().equals(disturbed) ? "load 3" : "")
                    .get(0);
            assertThat(judgement.outcome()).isEqualTo(Outcome.DISTURBED);
            assertThat(judgement.words()).endsWith("; " + disturbed + " was disturbed: load 3");
        }
        assertThat(targets.judge(RESULTS, result -> result.system().equals("pekko") ? "load 3" : "")
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.REACHED);
    }

    @Test
    void shouldMissForSureInspiteOfADisturbedCell() {
        Targets targets = targets("B | | troupe dispatcher=stealing | | faster | 2 | pekko | ");
        assertThat(targets.judge(RESULTS, result -> "1".equals(result.params().get("n")) ? "load 3" : "")
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.MISSED);
        assertThat(targets.judge(RESULTS, result -> "2".equals(result.params().get("n")) ? "load 3" : "")
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.DISTURBED);
    }

    @Test
    void shouldTakeTheBest() {
        assertThat(judge("B | n=1 | best of ours | | faster | 2 | best peer | ").words())
                .startsWith("troupe dispatcher=adaptive 18.0 ns/op (18.0–18.0), 2.22 × as fast as forkJoin 40.0");
        assertThat(judge("B | n=1 | troupe | | at most | 1 | best of ours | ").outcome())
                .isEqualTo(Outcome.REACHED);
        assertThat(judge("B | n=1 | troupe dispatcher=stealing | | at most | 1.1 | best of ours | ")
                        .outcome())
                .isEqualTo(Outcome.MISSED);
        assertThat(judge("B | n=1 | troupe | | faster | 2.2 | pekko or forkJoin | ")
                        .outcome())
                .isEqualTo(Outcome.REACHED);
    }

    @Test
    void shouldConvertUnitsOfValues() {
        assertThat(judge("B | n=1 | troupe dispatcher=stealing | | at most | 0.02 | value | us"))
                .hasToString("missed, t: 0.021 us (0.020–0.022), wanted at most 0.02 us");
        assertThat(judge("B | n=1 | troupe dispatcher=stealing | | at most | 3 | value | M/s"))
                .hasToString("not measured, t: measured in ns/op, but wanted in M/s");
    }

    @Test
    void shouldLookAtThreeDigits() {
        String atMost = "B | n=1 | troupe dispatcher=stealing | | at most | %s | value | ns";
        assertThat(judge(atMost.formatted("20.99")).outcome()).isEqualTo(Outcome.REACHED);
        assertThat(judge(atMost.formatted("20.9")).outcome()).isEqualTo(Outcome.MISSED);
    }

    @Test
    void shouldLetTheWorstCellDecide() {
        Judgement judgement = judge("B | | troupe dispatcher=stealing | | faster | 2 | pekko | ");
        assertThat(judgement.outcome()).isEqualTo(Outcome.MISSED);
        assertThat(judgement.words()).startsWith("1 of 2 cells; the worst, s.B n=2: 50.0 ns/op");
        assertThat(judge("B | n=1,3 | troupe dispatcher=stealing | | faster | 2 | pekko | ")
                        .words())
                .startsWith("21.0 ns/op");
        assertThat(judge("B | | troupe dispatcher=stealing | | at most | 2 | limit | ")
                        .words())
                .startsWith("1 of 1 cells (1 not measured); the worst, s.B n=1");
    }

    @Test
    void shouldCompareWithTheSameSystemElsewhere() {
        assertThat(judge("B | n=2 | troupe dispatcher=stealing | | at most | 2 | same at n=1 | ")
                        .words())
                .startsWith("50.0 ns/op (50.0–50.0), 2.38 × troupe dispatcher=stealing at n=1 21.0");
    }

    @Test
    void shouldLookAtOtherFigures() {
        assertThat(judge("B | n=1 | troupe dispatcher=stealing | p99 | at most | 1 | value | us"))
                .hasToString("reached, t: 0.200 us (0.100–0.900), wanted at most 1 us");
        assertThat(judge("B | n=1 | troupe dispatcher=stealing | highest p99 | at most | 0.5 | value | us"))
                .hasToString("missed, t: 0.200 us (0.100–0.900), the highest 0.900, wanted at most 0.5 us");
        assertThat(judge("B | n=1 | troupe dispatcher=stealing | gc | at most | 1 | value | B")
                        .words())
                .isEqualTo("troupe dispatcher=stealing was not measured in s.B n=1 with gc");
    }

    @Test
    void shouldSayWhyNothingWasMeasured() {
        assertThat(judge("C | n=1 | troupe | | at most | 1 | value | us"))
                .hasToString("not measured, t: s.C n=1 did not run");
        assertThat(judge("B | n=2 | troupe | | at most | 1 | limit | "))
                .hasToString("not measured, t: limit was not measured in s.B n=2; ours 50.0 ns/op (50.0–50.0)");
        Judgement nowhere = Targets.parse((HEAD + "| t | - | | troupe | | at most | 1 | value | us |")
                        .lines()
                        .toList())
                .judge(RESULTS, result -> "")
                .get(0);
        assertThat(nowhere).hasToString("not measured, t: no benchmark reports it");
    }

    @Test
    void shouldAcceptZeroOnly() {
        Result none = result("s", "troupe", Map.of(), 0);
        Target target = Targets.parse((HEAD + "| t | s.B | | troupe | | at most | 0 | value | ns |")
                        .lines()
                        .toList())
                .all()
                .get(0);
        Targets targets = new Targets(List.of(target));
        assertThat(targets.judge(Results.of(Map.of(), List.of(none), List.of()), result -> "")
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.REACHED);
        Result some = result("s", "troupe", Map.of(), 0.1);
        assertThat(targets.judge(Results.of(Map.of(), List.of(some), List.of()), result -> "")
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.MISSED);
    }

    @Test
    void shouldNameTheLineThatIsWrong() {
        assertThatThrownBy(() -> targets("B | n=1 | troupe | | about | 2 | limit | "))
                .hasMessage("relation must be at most, at least or faster: relation=about, line=4");
        assertThatThrownBy(() -> targets("B | n=1 | troupe | | at most | two | limit | "))
                .hasMessageContaining("factor=two, line=4");
        assertThatThrownBy(() -> targets("B | n=1 | troupe | | at most | 2 | value | "))
                .hasMessageContaining("a value must have a unit");
        assertThatThrownBy(() -> targets("B | n=1 | troupe | | at most | 2 | "))
                .hasMessageContaining("row must have 9 columns: columns=8");
    }

    @Test
    void shouldJudgeMeasuredResultsByTheTargetsOfTheProject() {
        Targets targets = Targets.read(DOCS.resolve("targets.md"));
        Map<String, Long> sections =
                targets.all().stream().collect(Collectors.groupingBy(Target::section, Collectors.counting()));
        assertThat(sections).containsOnlyKeys("Core", "Latency", "Adaptive", "Remoting", "Cluster", "Channels", "SP");
        assertThat(sections.values()).allMatch(count -> count > 10);
        Results results =
                RawFiles.read(MEASURED.resolve("core.json")).and(RawFiles.read(MEASURED.resolve("remoting.json")));
        Map<String, Judgement> byTask = targets.judge(results, result -> "").stream()
                .collect(Collectors.toMap(
                        judgement -> judgement.target().section() + ": "
                                + judgement.target().what(),
                        judgement -> judgement));
        // as docs/benchmarks.md has them
        assertThat(byTask.get("Core: chameneos, a meeting").toString())
                .isEqualTo("missed, chameneos, a meeting: 506 ns (190–668), wanted at most 180 ns");
        assertThat(byTask.get("Core: eight threads to one actor, beside the Disruptor")
                        .outcome())
                .isEqualTo(Outcome.REACHED);
        assertThat(byTask.get("Remoting: ask, 1024 under way, beside the best peer")
                        .words())
                .contains("1.26 × as fast as jgroups");
        assertThat(byTask.get("SP: ipc, 4 KiB").outcome()).isEqualTo(Outcome.NOT_MEASURED);
    }

    private static Judgement judge(String row) {
        return targets(row).judge(RESULTS, result -> "").get(0);
    }

    private static Targets targets(String row) {
        return Targets.parse((HEAD + "| t | s." + row + " |\n\ntext\n").lines().toList());
    }

    private static Result result(String suite, String system, Map<String, String> params, double... forks) {
        return new Result(
                suite,
                "B",
                system,
                params,
                Metric.of("score", "ns/op", Samples.single(forks)),
                List.of(Metric.of("p99", "ns", Samples.single(100, 200, 900))),
                List.of());
    }
}
