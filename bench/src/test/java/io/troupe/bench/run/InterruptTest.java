// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Measures for some seconds in another process; nothing here is about how fast anything is. */
@Timeout(180)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal that interrupts a process")
@Tag("process")
class InterruptTest {
    private static final String IGNORED = "SigIgn:";
    /** Signal 2. */
    private static final long INTERRUPT = 1 << 1;

    @TempDir
    private Path dir;

    @Test
    void shouldKeepWhatWasMeasuredAndMarkItWhenInterrupted() throws Exception {
        Path out = dir.resolve("out");
        Process process = start("--forks", "500", "--out", out.toString());
        List<String> lines = new ArrayList<>();
        List<ProcessHandle> children = List.of();
        try (BufferedReader words = process.errorReader()) {
            for (String line = words.readLine(); line != null; line = words.readLine()) {
                lines.add(line);
                if (line.startsWith("[2/500]")) {
                    children = process.descendants().toList();
                    interrupt(process);
                }
            }
        }
        assertThat(process.waitFor()).as("lines=%s", lines).isNotZero();
        assertThat(lines).anyMatch(line -> line.startsWith("interrupted; what was measured is kept"));
        assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
        assertRecord(out, RunRecord.INTERRUPTED, 500, 1);
        assertThat(out.resolve("raw/messaging-ring.RingBenchmark.json"))
                .content()
                .contains("\"rawData\"");
        assertThat(children).noneMatch(ProcessHandle::isAlive);

        Process report = command("report", out.toString()).start();
        String text = new String(report.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(report.waitFor()).isZero();
        assertThat(text).contains("The run was interrupted", "1 figures");
    }

    @Test
    void shouldFinishATinyRunWithAllItsForks() throws Exception {
        Path out = dir.resolve("out");
        Process process = start("--forks", "2", "--out", out.toString());
        String words = new String(process.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(words).isZero();
        assertRecord(out, RunRecord.FINISHED, 2, 2);
        String raw = Files.readString(out.resolve("raw/messaging-ring.RingBenchmark.json"));
        assertThat(raw).contains("\"forks\" : 2").doesNotContain("-Dtroupe.");
    }

    private static void assertRecord(Path out, String state, int steps, int done) {
        JsonNode run = Folder.existing(out).readRecord();
        assertThat(run.path("state").asText()).isEqualTo(state);
        assertThat(run.at("/parts/0/steps").asInt()).isEqualTo(steps);
        assertThat(run.at("/parts/0/done").asInt()).isEqualTo(done);
    }

    private static Process start(String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("ring", "--only", "RingBenchmark.executor size=100$", "--time", "1", "--no-noise"));
        args.addAll(List.of(more));
        return command(args.toArray(String[]::new))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static ProcessBuilder command(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                System.getProperty("java.class.path"),
                BenchCommand.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command);
    }

    /**
     * What a terminal sends for Ctrl-C, but to this process only. Where this build itself runs with that signal ignored, as a
     * shell starts what is to run in the background, its children ignore it, too: then the signal that ends a service.
     */
    private static void interrupt(Process process) throws IOException, InterruptedException {
        String signal = isInterruptIgnored() ? "-TERM" : "-INT";
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private static boolean isInterruptIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(IGNORED))
                    .anyMatch(line -> (Long.parseUnsignedLong(
                                            line.substring(IGNORED.length()).strip(), 16)
                                    & INTERRUPT)
                            != 0);
        }
    }
}
