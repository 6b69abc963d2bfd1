// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** More connect to a process than it may have files. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
@Tag("process")
class OutOfFilesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int FILES = 100;
    private static final int STRANGERS = 200;
    private static final int FAILURES = 6;
    private static final String FAILED = "accepting failed";

    @Test
    void shouldNeitherSpinNorDie() throws Exception {
        Process listener = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n " + FILES + "; exec \"$0\" -cp \"$1\" \"$2\"",
                        DoomedPeer.java(),
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StarvedListener.class.getName())
                .start();
        List<Stranger> strangers = new ArrayList<>();
        try (BufferedReader out = listener.inputReader();
                BufferedReader log = listener.errorReader();
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

    /** Each try is told in the log: between two there is a pause, in which the processor is free. */
    private static void expectPauses(Process listener, BufferedReader log) throws IOException {
        awaitFailure(log);
        long start = System.nanoTime();
        long cpu = cpu(listener);
        for (int i = 0; i < FAILURES; i++) {
            awaitFailure(log);
        }
        long elapsed = System.nanoTime() - start;
        assertThat(elapsed).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
        assertThat(cpu(listener) - cpu).isLessThan(elapsed * 3 / 4);
    }

    private static void awaitFailure(BufferedReader log) throws IOException {
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            if (line.contains(FAILED)) {
                return;
            }
        }
        throw new AssertionError("the log has ended");
    }

    private static long cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
}
