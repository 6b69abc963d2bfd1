// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.run.plan.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
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
        String summary = RunReport.report(folder);
        assertThat(summary)
                .contains("interrupted", "no figures to quote", "no gcc", "1 figures", "messaging-torn", "Targets: ")
                .doesNotContain("missed, ");
        String page = Files.readString(folder.path().resolve("report.html"));
        assertThat(page)
                .contains("interrupted", "abacus", "RingBenchmark", "troupe", "raw/messaging-ring.json", "<canvas")
                .contains("missed");
        assertThat(folder.path().resolve("results.txt"))
                .content()
                .contains("cpu: abacus", "BenchmarkRing/", "size=100", " 30.0 ns/op");
        assertThat(folder.path().resolve("results.json")).exists();
    }

    @Test
    void shouldTellWhyARunCouldNotGoOn() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"failed: no space left\",\"profile\":\"full\",\"notes\":[]}");
        assertThat(RunReport.report(folder))
                .contains("Mark: The run failed: no space left. These are the figures up to then.")
                .doesNotContain("interrupted");
    }

    @Test
    void shouldPutWhatDisturbedAFigureBesideIt() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(
                folder.record(),
                "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":["
                        + "\"ring.R.troupe size=100 was disturbed: the load was 3: wait\","
                        + "\"ring.R.gone size=100 was disturbed: the load was 4: wait\"]}");
        jmh(folder.raw("messaging-ring"), "R.troupe", "avgt", "[[10,20,90],[40,40,40],[30,30,30]]");
        RunReport.report(folder);
        assertThat(Files.readString(folder.path().resolve("report.html")))
                .contains("† troupe: the load was 3</p>")
                .contains("<li>ring.R.gone size=100 was disturbed: the load was 4: wait</li>")
                .contains("<li>1 of 1 figures were disturbed while they were measured")
                .doesNotContain("<li>ring.R.troupe");
    }

    @Test
    void shouldNotCallATargetReachedByADisturbedFigure() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        jmh(folder.raw("messaging-chameneos"), "ChameneosBenchmark.troupe", "avgt", "[[10],[11],[12]]");
        Path raw = folder.raw("messaging-chameneos");
        String text = Files.readString(raw).replace("bench.ring.", "bench.chameneos.");
        Files.writeString(raw, text.replace("\"size\":\"100\"", "\"dispatcher\":\"stealing\""));
        Files.writeString(folder.record(), "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":[]}");
        assertThat(RunReport.report(folder)).contains("reached, chameneos, a meeting", "Targets: reached 1");
        Files.writeString(
                folder.record(),
                "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":["
                        + "\"chameneos.ChameneosBenchmark.troupe dispatcher=stealing was disturbed: the load was 3: wait\"]}");
        assertThat(RunReport.report(folder))
                .contains("disturbed, chameneos, a meeting", "troupe dispatcher=stealing was disturbed: the load was 3")
                .contains("Targets: disturbed 1")
                .doesNotContain("reached");
    }

    @Test
    void shouldPutWhatDisturbedAProgramBesideItsFigures() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(
                folder.record(),
                "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":["
                        + "\"messaging-start-up/start-up stealing was disturbed: the load was 3: wait\","
                        + "\"sp-sp-fan-out/sp-fan-out was disturbed: the load was 4: wait\"]}");
        Files.writeString(
                folder.raw("messaging-start-up"),
                "[{\"suite\":\"footprint\",\"figure\":\"start-up\",\"system\":\"stealing\",\"value\":1,\"unit\":\"ms\"},"
                        + "{\"suite\":\"footprint\",\"figure\":\"start-up\",\"system\":\"pekko\",\"value\":2,\"unit\":\"ms\"}]");
        Files.writeString(
                folder.raw("sp-sp-fan-out"),
                "[{\"program\":\"fan-out\",\"run\":0,\"subscribers\":1000,\"bytes\":100,\"deliveries-per-second\":1}]");
        RunReport.report(folder);
        assertThat(Files.readString(folder.path().resolve("report.html")))
                .contains("† troupe dispatcher=stealing: the load was 3</p>", "† troupe: the load was 4</p>")
                .contains("<li>2 of 3 figures were disturbed")
                .doesNotContain("† pekko");
    }

    @Test
    void shouldJudgeOnlyWhatWasAskedFor() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        jmh(folder.raw("messaging-ring"), "R.troupe", "avgt", "[[10],[11],[12]]");
        Files.writeString(folder.record(), "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":[]}");
        assertThat(RunReport.report(folder)).contains("Targets: none was asked for");
        assertThat(Files.readString(folder.path().resolve("report.html"))).doesNotContain("not measured");
        Files.writeString(
                folder.record(),
                "{\"state\":\"interrupted\",\"profile\":\"full\",\"notes\":[],\"parts\":["
                        + "{\"suite\":\"messaging\",\"part\":\"messaging-chameneos.ChameneosBenchmark\",\"steps\":5,\"done\":0}]}");
        assertThat(RunReport.report(folder)).contains("not measured, chameneos, a meeting");
    }

    @Test
    void shouldKnowWhichQueueWasDisturbed() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(
                folder.record(),
                "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":["
                        + "\"mailbox.M.add kind=RAW size=100 was disturbed: the load was 3: wait\"]}");
        Path raw = jmh(folder.raw("parts-mailbox"), "M.add", "avgt", "[[10,20,90],[40,40,40],[30,30,30]]");
        String text = Files.readString(raw).replace("bench.ring.", "bench.mailbox.");
        Files.writeString(raw, text.replace("\"size\"", "\"kind\":\"RAW\",\"size\""));
        RunReport.report(folder);
        assertThat(Files.readString(folder.path().resolve("report.html")))
                .contains("the load was 3</p>")
                .doesNotContain("<li>mailbox.M");
    }

    @Test
    void shouldRefuseToCompareWhatWasCutOffWithinACharacter() throws IOException {
        Path file = Files.write(dir.resolve("a.json"), new byte[] {'[', '"', (byte) 0xC3});
        assertThatThrownBy(() -> RunReport.compare(file, file))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("file=a.json");
    }

    @Test
    void shouldShowIterationsWhereThereIsOneFork() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"finished\",\"profile\":\"quick\",\"notes\":[]}");
        jmh(folder.raw("messaging-ring"), "R.troupe", "avgt", "[[10,20,90]]");
        RunReport.report(folder);
        assertThat(Files.readString(folder.path().resolve("report.html")))
                .contains("10.0–90.0", "One fork each: ranges and n are those of its iterations.");
    }

    @Test
    void shouldCompareFoldersOfRuns() throws IOException {
        Folder before = Folder.prepare(dir.resolve("a"));
        Folder after = Folder.prepare(dir.resolve("b"));
        for (Folder folder : List.of(before, after)) {
            Files.writeString(folder.record(), "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":[]}");
        }
        jmh(before.raw("messaging-ring"), "R.troupe", "avgt", "[[10],[11],[10.5],[10.2],[10.8]]");
        jmh(after.raw("messaging-ring"), "R.troupe", "avgt", "[[12],[13],[12.5],[12.2],[12.8]]");
        assertThat(RunReport.compare(before.path(), after.path()).regression()).isTrue();
        RunReport.report(after);
        assertThat(RunReport.compare(after.path().resolve("results.json"), before.path())
                        .regression())
                .isFalse();
    }

    @Test
    void shouldSayThatNothingCanBeReadAnyMore() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"running\",\"profile\":\"full\",\"notes\":[]}");
        Files.writeString(folder.raw("messaging-torn"), "[{\"benchm");
        assertThat(RunReport.report(folder)).contains("0 figures", "must have raw results");
    }

    @Test
    void shouldReportARunThatMeasuredNothing() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.writeString(folder.record(), "{\"state\":\"finished\",\"profile\":\"full\",\"notes\":[]}");
        assertThat(RunReport.report(folder)).contains("0 figures");
        assertThat(folder.path().resolve("report.html")).exists();
    }

    @Test
    void shouldCallOnlyWhatIsBeyondTheNoiseAChange() throws IOException {
        Path before = jmh(dir.resolve("a.json"), "R.troupe", "avgt", "[[10],[11],[10.5],[10.2],[10.8]]");
        Path worse = jmh(dir.resolve("b.json"), "R.troupe", "avgt", "[[12],[13],[12.5],[12.2],[12.8]]");
        Path same = jmh(dir.resolve("c.json"), "R.troupe", "avgt", "[[10.5],[13],[10],[10.1],[11]]");
        assertThat(RunReport.compare(before, worse).regression()).isTrue();
        assertThat(RunReport.compare(before, same).regression()).isFalse();
        assertThat(RunReport.compare(worse, before).regression()).isFalse();
        assertThat(RunReport.compare(before, worse).text()).contains("slower", "0.84×", "ring.R size=100: troupe");
    }

    @Test
    void shouldRefuseFilesThatAreNoResults() throws IOException {
        Path text = Files.writeString(dir.resolve("b.json"), "hello");
        assertThatThrownBy(() -> RunReport.compare(text, text))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("results must be JSON: file=");
    }

    @Test
    void shouldKnowWhereItRuns() {
        assertThat(RunReport.surroundings().facts()).containsKeys("cpu", "jdk", "commit");
    }

    private static Path jmh(Path file, String benchmark, String mode, String raw) throws IOException {
        return Files.writeString(
                file,
                "[{\"benchmark\":\"io.troupe.bench.ring." + benchmark + "\",\"mode\":\"" + mode
                        + "\",\"params\":{\"size\":\"100\"},\"primaryMetric\":{\"score\":1,\"scoreError\":\"NaN\","
                        + "\"scoreUnit\":\"ns/op\",\"rawData\":" + raw + "}}]");
    }
}
