// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a program prints that is about to run out of memory. */
class BacklogReportTest {
    private static final int MESSAGES = 24_000;
    private static final int BYTES = 2_000;

    @Test
    void shouldSayWhoseMailboxFillsTheHeap() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dorg.slf4j.simpleLogger.log.io.troupe.system=warn",
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .containsPattern("a mailbox is deep while the heap is short: actor=troupe://short/slow, waiting="
                        + MESSAGES / 10 + "[01], heapInUse=\\d+ %; give it a bound");
    }

    /** The program. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch waits = new CountDownLatch(1);
            CountDownLatch sent = new CountDownLatch(1);
            try (ActorSystem system = ActorSystem.start("short")) {
                Slow slow = system.spawn(Slow.class, Slow::new, "slow");
                slow.waitFor(waits, sent);
                waits.await();
                for (int i = 0; i < MESSAGES; i++) {
                    slow.take(new byte[BYTES]);
                }
                sent.countDown();
                slow.taken().await(Duration.ofSeconds(30));
            }
        }
    }

    /** An actor that is slower than who sends to it. */
    public static class Slow extends Actor<Slow> {
        private long bytes;

        public void waitFor(CountDownLatch waits, CountDownLatch sent) throws InterruptedException {
            waits.countDown();
            sent.await();
        }

        public void take(byte[] message) {
            bytes += message.length;
        }

        public Promise<Long> taken() {
            return Promise.of(bytes);
        }
    }
}
