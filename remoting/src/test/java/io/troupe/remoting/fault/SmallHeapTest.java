// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages from 100 B to 16 MiB between two systems in one process of 128 MiB, with 48 MiB of memory besides the heap for buffers.
 * {@code -Psoak} transfers sixty times as much.
 */
@Tag("soak")
@Tag("process")
class SmallHeapTest {
    private static final long MIB = 1 << 20;
    private static final long SOAK = Long.getLong("troupe.soak.millis", 1_000);
    private static final long BYTES = 4 * MIB * Math.max(1, SOAK / 1_000);
    private static final long HEAP = 64 * MIB;
    /** Of a heap of 128 MiB; the collector counts a large array by whole regions. */
    private static final long REGION = MIB;

    /**
     * With 16 MiB and an array's header each: one that has come, one on its way at both ends, one that waits, and what encoding needs
     * besides. And the link's budget for all that is small.
     */
    private static final long HEAP_OF_LARGEST = 5 * (16 * MIB + REGION) + 4 * MIB;

    private static final long PATIENCE_SECONDS = 120 + SOAK / 100;
    private static final int SIZES = 6;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldTransferAllSizesInASmallHeap(Sink.Pace pace) throws Exception {
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:MaxDirectMemorySize=48m",
                        "-Dio.netty.maxDirectMemory=" + 48 * MIB,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SmallHeapNode.class.getName(),
                        pace.name(),
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
        List<String> lines =
                text.lines().filter(line -> line.startsWith(SmallHeapNode.LINE)).toList();
        assertThat(lines).as(text).hasSize(SIZES);
        assertThat(lines.subList(0, SIZES - 1))
                .allSatisfy(line -> assertThat(heap(line)).isLessThanOrEqualTo(HEAP));
        assertThat(heap(lines.get(SIZES - 1))).isLessThanOrEqualTo(HEAP_OF_LARGEST);
    }

    private static long heap(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
}
