// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.promise.Promise;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a program sees that has the library and nothing else on its class path. */
class WithoutProviderTest {
    @Test
    void shouldPrintFailuresOfAProgramWithoutALoggingProvider() throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("slf4j-simple"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("troupe: actor failed: actor=troupe://silent/breaking")
                .contains("java.lang.IllegalStateException: told")
                .contains(
                        "troupe: a promise failed and nobody handles it: call=troupe://silent/breaking Breaking.ask()")
                .contains("troupe: dead letter: target=troupe://silent/breaking, method=Breaking.tell()")
                .contains("troupe: a step of closing the system failed: system=silent, step=flush")
                .contains("java.lang.IllegalStateException: disk full")
                .contains("kind=actor failure, system=silent; add a dependency on org.slf4j:slf4j-simple");
    }

    /** The program. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch told = new CountDownLatch(1);
            SystemListener listener = new SystemListener() {
                @Override
                public void onDeadLetter(DeadLetter letter) {
                    told.countDown();
                }
            };
            try (ActorSystem system =
                    ActorSystem.builder().name("silent").listener(listener).start()) {
                system.onClose(ShutdownPhase.AFTER_ACTORS, "flush", () -> {
                    throw new IllegalStateException("disk full");
                });
                Breaking breaking = system.spawn(Breaking.class, Breaking::new, "breaking");
                breaking.ask();
                breaking.tell();
                breaking.fine().await(Duration.ofSeconds(30)); // all before it has been delivered
                system.stop(breaking).await(Duration.ofSeconds(30));
                breaking.tell();
                told.await(); // those of a closing system are for debugging only
            }
        }
    }

    /** An actor whose methods all fail. */
    public static class Breaking extends Actor<Breaking> {
        public void tell() {
            throw new IllegalStateException("told");
        }

        public Promise<Void> fine() {
            return Promise.done();
        }

        public Promise<Integer> ask() {
            throw new IllegalStateException("asked");
        }
    }
}
