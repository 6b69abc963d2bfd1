// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Start;
import io.troupe.bench.run.plan.Start.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {
    @TempDir
    private Path dir;

    private Path raw;
    private Driver driver;

    /** What a driver does is its first argument. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            switch (args[0]) {
                case "print" -> System.out.println("a banner\n{\"figure\":" + args[1] + "}");
                case "array" -> System.out.println("[{\"figure\":1},\n{\"figure\":2}]");
                case "lines" -> System.out.println("[\n{\"figure\":1},\n{\"figure\":2}\n]");
                case "throw" -> throw new IllegalStateException("rule", new IOException("why"));
                case "file" -> Files.writeString(Path.of(args[2]), "{\"figure\":3}");
                case "half" -> {
                    Files.writeString(Path.of(args[2]), "{\"figure\":3}");
                    System.exit(1);
                }
                case "broken" -> Files.writeString(Path.of(args[2]), "{\"figure\":");
                case "fail" -> {
                    System.err.println("port must be free: port=1");
                    System.exit(1);
                }
                default -> Thread.currentThread().join(); // never ends
            }
        }
    }

    @BeforeEach
    void open() {
        raw = dir.resolve("x.json");
        driver = new Driver(raw, dir.resolve("x.log"));
    }

    @Test
    void shouldCollectWhatSeveralStartsPrint() throws Exception {
        assertThat(driver.run(start(Kind.PRINTED, "print", "1"))).isEmpty();
        assertThat(driver.run(start(Kind.PRINTED, "print", "2"))).isEmpty();
        assertThat(driver.run(start(Kind.PRINTED, "array"))).isEmpty();
        assertThat(raw)
                .content()
                .isEqualToIgnoringWhitespace("[{\"figure\":1},{\"figure\":2},{\"figure\":1},{\"figure\":2}]");
    }

    @Test
    void shouldKeepAllOfAnArrayOverManyLines() throws Exception {
        assertThat(driver.run(start(Kind.PRINTED, "lines"))).isEmpty();
        assertThat(raw).content().isEqualToIgnoringWhitespace("[{\"figure\":1},{\"figure\":2}]");
    }

    @Test
    void shouldKeepTheFileOfAProgramThatFailedInPart() throws Exception {
        assertThat(driver.run(start(Kind.FILE, "file"))).isEmpty();
        assertThat(raw).hasContent("{\"figure\":3}");
        assertThat(driver.run(start(Kind.FILE, "half"))).contains("failed in part (see log/x.log)");
        assertThat(raw).hasContent("{\"figure\":3}");
    }

    @Test
    void shouldTellTheLastWordsOfAProgramThatFails() {
        assertThatThrownBy(() -> driver.run(start(Kind.FILE, "fail")))
                .isInstanceOf(BenchException.class)
                .hasMessage("program failed: code=1, last words: port must be free: port=1 (see log/x.log)");
        assertThatThrownBy(() -> driver.run(start(Kind.FILE, "broken"))).isInstanceOf(BenchException.class);
        assertThatThrownBy(() -> driver.run(
                        start(Kind.PRINTED, "file", "-", dir.resolve("y").toString())))
                .hasMessageStartingWith("program must print JSON");
        assertThat(raw).doesNotExist();
    }

    @Test
    void shouldTellTheCauseAndNotTheEndOfATrace() {
        assertThatThrownBy(() -> driver.run(start(Kind.FILE, "throw")))
                .hasMessage("program failed: code=1, last words: Caused by: java.io.IOException: why (see log/x.log)");
    }

    @Test
    void shouldNotTakeALogThatCannotBeWrittenForAMissingProgram() {
        Driver elsewhere = new Driver(raw, dir.resolve("gone").resolve("x.log"));
        assertThatThrownBy(() -> elsewhere.run(start(Kind.PRINTED, "array"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldStopAProgramThatHangs() throws IOException {
        try (Limit limit = new Limit(0.5)) {
            assertThatThrownBy(() -> limit.run(1, () -> driver.run(start(Kind.PRINTED, "hang"))))
                    .isInstanceOf(BenchException.class)
                    .hasMessage("must end within its limit and was stopped: limitSeconds=0.5");
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
    void shouldHaveTheLauncherBuildOnceAndBeforeItIsMeasured() throws Exception {
        Path calls = dir.resolve("calls");
        launcher("echo \"$1\" >>'" + calls + "'; echo '{\"figure\":4}'");
        try {
            Start start = new Start("x", Kind.LAUNCHED, List.of(), List.of("backpressure"), 1);
            driver.prepare(start);
            driver.run(start);
            driver.prepare(start);
            driver.run(start);
        } finally {
            System.clearProperty(Driver.LAUNCHER);
        }
        assertThat(calls).hasContent("--version\nbackpressure\nbackpressure");
        assertThat(Files.readString(raw).lines()).hasSize(2);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
    void shouldSayWhyTheLauncherCannotBuild() throws Exception {
        launcher("echo 'the build failed, see above' >&2; exit 2");
        try {
            assertThatThrownBy(() -> driver.prepare(new Start("x", Kind.LAUNCHED, List.of(), List.of("x"), 1)))
                    .isInstanceOf(BenchException.class)
                    .hasMessage("program failed: code=2, last words: the build failed, see above (see log/x.log)");
        } finally {
            System.clearProperty(Driver.LAUNCHER);
        }
    }

    private void launcher(String script) throws IOException {
        Path launcher = Files.writeString(dir.resolve("launcher"), "#!/bin/sh\n" + script + "\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        System.setProperty(Driver.LAUNCHER, launcher.toString());
    }

    @Test
    void shouldLeaveOutWhatIsNotThere() {
        System.clearProperty(Driver.LAUNCHER);
        assertMissing("only the launcher can start it: call ./troupe bench");
        System.setProperty(Driver.LAUNCHER, dir.resolve("nobody").toString());
        try {
            assertMissing("program is not installed: program=" + dir.resolve("nobody"));
        } finally {
            System.clearProperty(Driver.LAUNCHER);
        }
    }

    private void assertMissing(String message) {
        assertThatThrownBy(() -> driver.run(start(Kind.LAUNCHED, "print")))
                .isInstanceOfSatisfying(
                        BenchException.class, e -> assertThat(e.isMissing()).isTrue())
                .hasMessage(message);
    }

    private static Start start(Kind kind, String... args) {
        List<String> program = new java.util.ArrayList<>(List.of(Program.class.getName()));
        program.addAll(List.of(args));
        return new Start("x", kind, List.of(), program, 1);
    }
}
