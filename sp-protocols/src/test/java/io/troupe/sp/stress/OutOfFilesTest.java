// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** More connect to a process than it may have files. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
@Tag("process")
class OutOfFilesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int FILES = 100;
    private static final int STRANGERS = 200;
    private static final String FIRST = "failedSoFar=1" + System.lineSeparator();
    private static final String EIGHTH = "failedSoFar=8" + System.lineSeparator();

    @TempDir
    private Path folder;

    @Test
    void shouldNeitherSpinNorDie() throws Exception {
        Path log = folder.resolve("log");
        Process listener = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n " + FILES + "; exec \"$0\" -cp \"$1\" \"$2\"",
                        DoomedPeer.java(),
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StarvedListener.class.getName())
                .redirectError(log.toFile())
                .start();
        List<Stranger> strangers = new ArrayList<>();
        try (BufferedReader out = listener.inputReader();
                ReqSocket req = Sockets.req()) {
            String uri = out.readLine();
            for (int i = 0; i < STRANGERS; i++) {
                strangers.add(Stranger.at(uri).rude());
            }
            expectPauses(listener, log);
            for (Stranger stranger : strangers) {
                stranger.close();
            }
            req.dial(uri);
            req.ask(SpMessage.of("again"), LIMIT).release();
        } finally {
            listener.destroyForcibly().waitFor();
            for (Stranger stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** Between two tries there is a pause, in which the processor is free. The log tells the first, second, fourth and eighth. */
    private static void expectPauses(Process listener, Path log) {
        Await.until("it fails to accept", LIMIT, () -> text(log).contains(FIRST));
        long start = System.nanoTime();
        long cpu = cpu(listener);
        Await.until("it has tried again", LIMIT, () -> text(log).contains(EIGHTH));
        long elapsed = System.nanoTime() - start;
        assertThat(elapsed).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
        assertThat(cpu(listener) - cpu).isLessThan(elapsed * 3 / 4);
        assertThat(text(log).lines())
                .filteredOn(line -> line.contains("connections cannot be accepted"))
                .hasSizeLessThan(10);
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
}
