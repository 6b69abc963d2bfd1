// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, with a Java that only prints what it is told. */
class LauncherTest {
    private static final long PATIENCE_SECONDS = 30;

    @TempDir
    private Path home;

    @BeforeEach
    void install() throws IOException {
        for (String module : List.of(
                "dispatch",
                "core",
                "net",
                "remoting",
                "cluster",
                "sp-protocols",
                "testkit",
                "simulation",
                "examples")) {
            Files.createDirectories(home.resolve(module));
        }
        Files.writeString(home.resolve("pom.xml"), "");
        executable("troupe", Files.readString(Path.of("..", "troupe")));
        executable("java/bin/java", "#!/bin/sh\necho \"$@\"\n");
        Files.writeString(home.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.createDirectories(home.resolve("examples/target"));
        Files.writeString(home.resolve("examples/target/troupe.jar"), ""); // newer than all others
    }

    @Test
    void shouldTellTheSizeOfTheWindow() throws Exception {
        String line = onTerminal("stty rows 33 cols 101; ./troupe pi");
        assertThat(line)
                .contains("-Dtroupe.terminal.out=true", "-Dtroupe.terminal.rows=33", "-Dtroupe.terminal.columns=101");
    }

    @Test
    void shouldTellTheSizeOfTheWindowAlsoIfOnlyErrorsAreSeen() throws Exception {
        String line = onTerminal("stty rows 34 cols 102; ./troupe pi >kept; cat kept");
        assertThat(line)
                .contains("-Dtroupe.terminal.err=true", "-Dtroupe.terminal.rows=34", "-Dtroupe.terminal.columns=102")
                .doesNotContain("terminal.out");
    }

    @Test
    void shouldTellNoSizeWhereThereIsNoWindow() throws Exception {
        assertThat(run(new ProcessBuilder("./troupe", "pi"))).contains("-jar").doesNotContain("terminal");
    }

    @Test
    void shouldBuildAgainWhenAModuleThatTheExamplesNeedIsNewer() throws Exception {
        Matcher needed = Pattern.compile(
                        "<artifactId>troupe-(?!parent|examples)([a-z-]+)</artifactId>\\s*+(?!<scope>test)")
                .matcher(Files.readString(Path.of("pom.xml")));
        List<String> modules = needed.results().map(result -> result.group(1)).toList();
        assertThat(modules).contains("cluster");
        executable("bin/mvn", "#!/bin/sh\necho building\n");
        for (String module : modules) {
            Path source = home.resolve(module + "/src/main/java/New.java");
            Files.createDirectories(source.getParent());
            Files.writeString(source, "");
            Files.setLastModifiedTime(source, FileTime.from(Instant.now().plus(Duration.ofHours(1))));
            assertThat(run(new ProcessBuilder("./troupe", "pi"))).as(module).contains("building examples");
            Files.delete(source);
            Files.writeString(home.resolve("examples/target/troupe.jar"), "");
            assertThat(run(new ProcessBuilder("./troupe", "pi"))).as("built").doesNotContain("building");
        }
    }

    private String onTerminal(String line) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script gives a program a terminal");
        return run(new ProcessBuilder("script", "-qec", line, "/dev/null"));
    }

    private String run(ProcessBuilder builder) throws Exception {
        builder.environment().put("JAVA_HOME", home.resolve("java").toString());
        builder.environment().merge("PATH", home.resolve("bin") + ":", (path, own) -> own + path);
        Process process =
                builder.directory(home.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void executable(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
