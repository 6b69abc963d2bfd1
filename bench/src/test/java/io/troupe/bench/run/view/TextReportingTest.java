// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.store.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextReportingTest {
    private final TextReporting reporting = new TextReporting();

    @TempDir
    private Path dir;

    @Test
    void shouldReportFiguresOfAnInterruptedRunAndSaySo() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"running\",\"profile\":\"quick\",\"notes\":[\"no gcc\"]}");
        jmh(folder.raw("x-tell"), "avgt", "[[1,2,9],[4,4,4],[3,3,3]]");
        Files.writeString(folder.raw("x-memory"), "[{\"figure\":\"idle\"}]");
        assertThat(reporting.report(folder))
                .contains(
                        "interrupted", "no figures to quote", "tell.T.a size=3", "3.000 (2.000-4.000)", "Note: no gcc");
        assertThat(folder.path().resolve("report.txt")).exists();
    }

    @Test
    void shouldCallOnlyRangesApartAChange() throws IOException {
        Path before = jmh(dir.resolve("a.json"), "avgt", "[[10],[11]]");
        Path worse = jmh(dir.resolve("b.json"), "avgt", "[[12],[13]]");
        Path same = jmh(dir.resolve("c.json"), "avgt", "[[10.5],[13]]");
        assertThat(reporting.compare(before, worse).regression()).isTrue();
        assertThat(reporting.compare(before, worse).text()).contains("worse", "1.19 x");
        assertThat(reporting.compare(before, same).regression()).isFalse();
        assertThat(reporting.compare(worse, before).text()).contains("better");
    }

    @Test
    void shouldKnowThatHigherRatesAreBetter() throws IOException {
        Path before = jmh(dir.resolve("a.json"), "thrpt", "[[10],[11]]");
        Path after = jmh(dir.resolve("b.json"), "thrpt", "[[12],[13]]");
        assertThat(reporting.compare(before, after).regression()).isFalse();
        assertThat(reporting.compare(after, before).regression()).isTrue();
    }

    @Test
    void shouldRefuseFilesThatCannotBeCompared() throws IOException {
        Path figures = Files.writeString(dir.resolve("a.json"), "[]");
        Path text = Files.writeString(dir.resolve("b.json"), "hello");
        assertThatThrownBy(() -> reporting.compare(figures, figures))
                .isInstanceOf(BenchException.class)
                .hasMessageStartingWith("files must have JMH results in common");
        assertThatThrownBy(() -> reporting.compare(figures, text))
                .isInstanceOf(BenchException.class)
                .hasMessageStartingWith("file must hold JSON");
    }

    private static Path jmh(Path file, String mode, String raw) throws IOException {
        return Files.writeString(
                file,
                "[{\"benchmark\":\"io.troupe.bench.tell.T.a\",\"mode\":\"" + mode
                        + "\",\"params\":{\"size\":\"3\"},\"primaryMetric\":{\"score\":1,\"scoreError\":NaN,"
                        + "\"scoreUnit\":\"ns/op\",\"rawData\":" + raw + "}}]");
    }
}
