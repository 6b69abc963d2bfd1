// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.store.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageReportingTest {
    private final PageReporting reporting = new PageReporting();

    @TempDir
    private Path dir;

    @Test
    void shouldMakeAPageOfAnInterruptedRunAndSaySo() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(
                folder.record(),
                "{\"state\":\"running\",\"profile\":\"quick\",\"notes\":[\"no gcc\"],\"environment\":{\"cpu\":\"abacus\"}}");
        jmh(folder.raw("messaging-ring"), "RingBenchmark.troupe", "avgt", "[[10,20,90],[40,40,40],[30,30,30]]");
        Files.writeString(folder.raw("messaging-torn"), "[{\"benchm");
        String summary = reporting.report(folder);
        assertThat(summary).contains("interrupted", "no figures to quote", "no gcc", "1 figures", "messaging-torn");
        String page = Files.readString(folder.path().resolve("report.html"));
        assertThat(page)
                .contains("interrupted", "abacus", "RingBenchmark", "troupe", "raw/messaging-ring.json", "<svg")
                .contains("not measured", "missed");
        assertThat(folder.path().resolve("results.txt"))
                .content()
                .contains("cpu: abacus", "BenchmarkRing/", "size=100", " 30.0 ns/op");
        assertThat(folder.path().resolve("results.json")).exists();
    }

    @Test
    void shouldSayThatNothingCanBeReadAnyMore() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"running\",\"profile\":\"full\",\"notes\":[]}");
        Files.writeString(folder.raw("messaging-torn"), "[{\"benchm");
        assertThat(reporting.report(folder)).contains("0 figures", "must have raw results");
    }

    @Test
    void shouldReportARunThatMeasuredNothing() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":[]}");
        assertThat(reporting.report(folder)).contains("0 figures");
        assertThat(folder.path().resolve("report.html")).exists();
    }

    @Test
    void shouldCallOnlyWhatIsBeyondTheNoiseAChange() throws IOException {
        Path before = jmh(dir.resolve("a.json"), "R.troupe", "avgt", "[[10],[11],[10.5],[10.2],[10.8]]");
        Path worse = jmh(dir.resolve("b.json"), "R.troupe", "avgt", "[[12],[13],[12.5],[12.2],[12.8]]");
        Path same = jmh(dir.resolve("c.json"), "R.troupe", "avgt", "[[10.5],[13],[10],[10.1],[11]]");
        assertThat(reporting.compare(before, worse).regression()).isTrue();
        assertThat(reporting.compare(before, same).regression()).isFalse();
        assertThat(reporting.compare(worse, before).regression()).isFalse();
        assertThat(reporting.compare(before, worse).text()).contains("slower", "0.84×", "ring.R size=100: troupe");
    }

    @Test
    void shouldRefuseFilesThatAreNoResults() throws IOException {
        Path text = Files.writeString(dir.resolve("b.json"), "hello");
        assertThatThrownBy(() -> reporting.compare(text, text))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("results must be JSON: file=");
    }

    @Test
    void shouldKnowWhereItRuns() {
        assertThat(reporting.surroundings().facts()).containsKeys("cpu", "jdk", "commit");
    }

    private static Path jmh(Path file, String benchmark, String mode, String raw) throws IOException {
        return Files.writeString(
                file,
                "[{\"benchmark\":\"io.troupe.bench.ring." + benchmark + "\",\"mode\":\"" + mode
                        + "\",\"params\":{\"size\":\"100\"},\"primaryMetric\":{\"score\":1,\"scoreError\":\"NaN\","
                        + "\"scoreUnit\":\"ns/op\",\"rawData\":" + raw + "}}]");
    }
}
