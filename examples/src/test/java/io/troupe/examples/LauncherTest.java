// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        for (String module : List.of("dispatch", "core", "net", "remoting", "sp-protocols", "testkit", "examples")) {
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

    private String onTerminal(String line) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script gives a program a terminal");
        return run(new ProcessBuilder("script", "-qec", line, "/dev/null"));
    }

    private String run(ProcessBuilder builder) throws Exception {
        builder.environment().put("JAVA_HOME", home.resolve("java").toString());
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
