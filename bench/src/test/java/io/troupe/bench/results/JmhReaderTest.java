// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JmhReaderTest {
    private static final Path MEASURED = Path.of("src", "test", "resources", "io", "troupe", "bench", "results");

    @Test
    void shouldReadEveryResultOfARun() {
        Results results = RawFiles.read(MEASURED.resolve("core.json"));
        assertThat(results.results()).hasSize(52);
        assertThat(results.environment())
                .containsEntry("jmh", "1.37")
                .containsEntry("jdk", "OpenJDK 64-Bit Server VM 25.0.3+9-LTS");
        Result tell = results.results().stream()
                .filter(result -> result.benchmark().equals("TellBenchmark")
                        && result.system().equals("pekko"))
                .findFirst()
                .orElseThrow();
        assertThat(tell.suite()).isEqualTo("tell");
        assertThat(tell.unit()).isEqualTo("ns/op");
        assertThat(tell.better()).isEqualTo(Better.LOWER);
        assertThat(tell.samples().forks()).isEqualTo(5);
        assertThat(tell.samples().all()).hasSize(15);
        assertThat(tell.median()).isBetween(77.2, 77.4); // as docs/benchmarks.md says
        assertThat(tell.sources()).singleElement().extracting(Source::file).isEqualTo("core.json");
    }

    @Test
    void shouldTakeTheDispatcherAsPartOfTheSystem() {
        Results results = RawFiles.read(MEASURED.resolve("core.json"));
        Result ours = results.results().stream()
                .filter(result -> result.benchmark().equals("RingBenchmark")
                        && result.system().equals("troupe"))
                .findFirst()
                .orElseThrow();
        assertThat(ours.params()).isEqualTo(Map.of("dispatcher", "stealing", "size", "100"));
        assertThat(ours.label()).isEqualTo("troupe dispatcher=stealing");
        assertThat(ours.cell().params()).isEqualTo(Map.of("size", "100"));
        assertThat(results.of(ours.cell())).extracting(Result::system).containsExactlyInAnyOrder("pekko", "troupe");
        assertThat(ours.key()).hasToString("ring.RingBenchmark size=100: troupe dispatcher=stealing");
    }

    @Test
    void shouldReadFiguresBesideTheTime() {
        Results results = RawFiles.read(MEASURED.resolve("burst.json"));
        Metric busy = results.results().get(0).metric("allBusyAfterMax").orElseThrow();
        assertThat(busy.unit()).isEqualTo("us");
        assertThat(busy.samples().forks()).isEqualTo(2);
        assertThat(busy.samples().all()).contains(3581.495);
    }

    @Test
    void shouldReadThroughputHistogramsAndThreads() {
        Results results = parse(
                """
                {"benchmark":"io.troupe.bench.savina.uct.UctBenchmark.pekko","mode":"sample","threads":8,
                 "primaryMetric":{"scoreUnit":"us/op","rawDataHistogram":[[[[1.0,3],[5.0,1]]],[[[4.0,2]]]]},
                 "secondaryMetrics":{"gc":{"scoreUnit":"B/op","rawData":[["NaN",24.0],[24.5,"NaN"]]},
                                     "none":{"scoreUnit":"x","rawData":[["NaN"]]}}},
                {"benchmark":"x.y.Other.run","mode":"thrpt","primaryMetric":{"scoreUnit":"strange","rawData":[[2.0]]}}""");
        Result sampled = results.results().get(0);
        assertThat(sampled.suite()).isEqualTo("savina");
        assertThat(sampled.benchmark()).isEqualTo("uct.UctBenchmark");
        assertThat(sampled.params()).isEqualTo(Map.of("threads", "8"));
        assertThat(sampled.samples().medians()).containsExactly(2.0, 4.0);
        assertThat(sampled.secondary()).singleElement().satisfies(gc -> assertThat(gc.samples())
                .isEqualTo(Samples.single(24.0, 24.5)));
        Result other = results.results().get(1);
        assertThat(other.better()).isEqualTo(Better.HIGHER);
        assertThat(other.cell()).hasToString("y.Other");
    }

    @Test
    void shouldMarkWhatHasNoFiguresAndWhatDiffers() {
        Results results = parse(
                """
                {"benchmark":"a.b.C.d","jmhVersion":"1.36","primaryMetric":{"scoreUnit":"ns/op","rawData":[["NaN"]]}},
                {"benchmark":"a.b.C.e","jmhVersion":"1.37","primaryMetric":{"scoreUnit":"ns/op","rawData":[[1]]}}""");
        assertThat(results.results()).extracting(Result::system).containsExactly("e");
        assertThat(results.marks())
                .containsExactly("no figures of a.b.C.d in x.json#0", "jmh differs within x.json: 1.36 and 1.37");
    }

    @Test
    void shouldRefuseANameWithoutClass() {
        assertThatThrownBy(() -> parse("{\"benchmark\":\"run\",\"primaryMetric\":{}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("benchmark=run");
    }

    private static Results parse(String entries) {
        return RawFiles.parse("x.json", "[" + entries + "]");
    }

    @Test
    void shouldTakeTheKindOfAQueueForTheSystem() {
        Result result = RawFiles.parse(
                        "m.json",
                        """
                        [{"benchmark":"io.troupe.bench.mailbox.MailboxBenchmark.oneByOne","mode":"avgt",
                        "params":{"kind":"RAW_MPSC_BOUNDED","size":"1"},
                        "primaryMetric":{"scoreUnit":"ns/op","rawData":[[5]]}}]""")
                .results()
                .get(0);
        assertThat(result.key()).hasToString("mailbox.MailboxBenchmark.oneByOne size=1: RAW_MPSC_BOUNDED");
        assertThat(result.role()).isEqualTo(Role.LIMIT);
    }
}
