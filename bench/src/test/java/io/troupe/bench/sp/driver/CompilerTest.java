// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.bench.sp.stack.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTest {
    private static final Compiler RAW = DriverStack.raw(false).compiler();

    @TempDir
    private Path cache;

    @Test
    void shouldSayWhatToInstallWithoutACompiler() {
        Program program = DriverStack.nng().compiler().build("no-such-compiler", cache);
        assertThat(program.missing()).isEqualTo("missing: install gcc and libc6-dev libnng-dev");
        assertThat(cache).isEmptyDirectory();
    }

    @Test
    void shouldSayWhatToInstallWithoutALibrary() {
        assumeThat(RAW.build("gcc", cache).missing()).as("what is missing").isEmpty();
        Compiler compiler = new Compiler(
                "absent", List.of("raw.c", "memory.c", "driver.c"), List.of("-lno-such"), "libno-such-dev");
        assertThat(compiler.build("gcc", cache).missing())
                .startsWith("missing: install libno-such-dev (gcc says: ")
                .contains("no-such")
                .doesNotContain("\n");
    }

    @Test
    void shouldBuildOnce() throws IOException {
        Program first = RAW.build("gcc", cache);
        assumeThat(first.missing()).as("what is missing").isEmpty();
        Path built = Path.of(first.command().get(0));
        assertThat(built).isExecutable();
        FileTime old = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(built, old);
        assertThat(RAW.build("gcc", cache)).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(built)).isEqualTo(old);
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files).containsExactly(built);
        }
    }

    @Test
    void shouldPutFirstArgumentsBehindTheProgram() {
        Program program = DriverStack.raw(true).program();
        assumeThat(program.missing()).as("what is missing").isEmpty();
        assertThat(program.command()).hasSize(2).endsWith("spin");
    }
}
