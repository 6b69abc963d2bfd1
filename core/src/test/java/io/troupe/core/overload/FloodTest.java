// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.overload.FloodNode.Flood;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Four times the heap is sent to actors with unbounded mailboxes that do not keep up: in a process of 128 MiB, without any settings. */
@Tag("process")
class FloodTest {
    private static final long BYTES = 512L << 20;
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path directory;

    static Stream<Arguments> floods() {
        return Arrays.stream(Flood.values())
                .flatMap(flood -> Stream.of(1, 1 << 10, 64 << 10).map(size -> Arguments.of(flood, size)));
    }

    @ParameterizedTest
    @MethodSource("floods")
    void shouldNotRunOutOfMemory(Flood flood, int size) throws Exception {
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        FloodNode.class.getName(),
                        flood.name(),
                        Integer.toString(size),
                        Long.toString(BYTES)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("it ends: %s", Files.readString(log))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(log);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains(FloodNode.DONE);
    }
}
