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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the script of the release asks for, in a repository of its own, with a Maven that only prints the pom that it gets. */
@EnabledOnOs(OS.LINUX)
class ReleaseTest {
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path home;

    @BeforeEach
    void install() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/git")), "git keeps the sources");
        executable(".ci/release", Files.readString(Path.of("..", ".ci", "release")));
        executable("bin/mvn", "#!/bin/sh\ncat pom.xml\nexit 1\n");
        pom("https://example.org/troupe");
        Files.writeString(home.resolve("CHANGELOG.md"), "## [0.2.0] - 2026-01-01\n");
        run("git", "init", "-q");
        commit();
    }

    @Test
    void shouldBuildTheLastCommitAsTheVersion() throws Exception {
        assertThat(release("0.2.0")).contains("    <version>0.2.0</version>").doesNotContain("SNAPSHOT");
    }

    @Test
    void shouldAskForTheHeadingOfTheVersion() throws Exception {
        assertThat(release("0.3.0"))
                .startsWith(
                        "release: CHANGELOG.md must have a heading for the version, and be committed: heading=## [0.3.0] - ");
        Files.writeString(home.resolve("CHANGELOG.md"), "## [0.3.0] - 2026-01-01\n");
        assertThat(release("0.3.0")).startsWith("release: CHANGELOG.md must have a heading");
        commit();
        assertThat(release("0.3.0")).contains("    <version>0.3.0</version>");
    }

    @Test
    void shouldAskForTheAddressOfTheSources() throws Exception {
        pom("https://troupe.invalid/troupe");
        commit();
        pom("https://example.org/troupe");
        assertThat(release("0.2.0"))
                .isEqualTo(
                        "release: home.url in pom.xml must be the address of the sources, and be committed: property=home.url\n");
    }

    private void pom(String url) throws IOException {
        Files.writeString(
                home.resolve("pom.xml"),
                "<project>\n    <version>0.2.0-SNAPSHOT</version>\n    <home.url>" + url + "</home.url>\n</project>\n");
    }

    private void commit() throws Exception {
        run("git", "add", "pom.xml", "CHANGELOG.md");
        run("git", "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q", "-m", "Change");
    }

    private String release(String version) throws Exception {
        return run(home.resolve(".ci/release").toString(), version);
    }

    private String run(String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(List.of(command));
        builder.environment().merge("PATH", home.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        Process process =
                builder.directory(home.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    private void executable(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
