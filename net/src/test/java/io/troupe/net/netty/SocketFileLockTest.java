// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SocketFileLockTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void shouldLetOneThreadInAtATime() throws Exception {
        Path socket = folder.resolve("s");
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < 50; k++) {
                        SocketFileLock.hold(socket, () -> {
                            assertThat(inside.incrementAndGet()).isEqualTo(1);
                            runs.incrementAndGet();
                            Thread.yield();
                            return inside.decrementAndGet();
                        });
                    }
                } catch (IOException | AssertionError e) {
                    failures.add(e);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(runs).hasValue(200);
        assertEmpty();
    }

    @Test
    void shouldUseAndDeleteTheFileOfADeadProcess() throws IOException {
        Files.createFile(folder.resolve("s.lock"));
        AtomicInteger runs = new AtomicInteger();
        SocketFileLock.hold(folder.resolve("s"), runs::incrementAndGet);
        assertThat(runs).hasValue(1);
        assertEmpty();
    }

    @Test
    void shouldLetOthersInAfterAFailure() throws IOException {
        assertThatThrownBy(() -> SocketFileLock.hold(folder.resolve("s"), () -> {
                    throw new IOException("trouble");
                }))
                .hasMessage("trouble");
        assertEmpty();
        AtomicInteger runs = new AtomicInteger();
        SocketFileLock.hold(folder.resolve("s"), runs::incrementAndGet);
        assertThat(runs).hasValue(1);
    }

    @Test
    void shouldWorkOnAnInterruptedThread() throws IOException {
        AtomicInteger runs = new AtomicInteger();
        Thread.currentThread().interrupt();
        SocketFileLock.hold(folder.resolve("s"), runs::incrementAndGet);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(runs).hasValue(1);
        assertEmpty();
    }

    /** The file belongs to whoever has put the link there, and is not ours to write to. */
    @Test
    void shouldNotFollowALink() throws IOException {
        Path letter = Files.writeString(folder.resolve("letter"), "");
        Files.createSymbolicLink(folder.resolve("s.lock"), letter);
        assertThatThrownBy(() -> SocketFileLock.hold(folder.resolve("s"), () -> 0))
                .isInstanceOf(IOException.class);
        assertThat(letter).isEmptyFile();
    }

    @Tag("process")
    @Test
    void shouldWaitForAnotherProcess() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Process other = LockingProcess.start(folder.resolve("s.lock"));
        try (BufferedReader said = other.inputReader()) {
            assertThat(said.readLine()).isEqualTo("locked");
            Thread waiting = new Thread(() -> {
                try {
                    SocketFileLock.hold(folder.resolve("s"), runs::incrementAndGet);
                } catch (IOException e) {
                    runs.addAndGet(1000);
                }
            });
            waiting.start();
            Await.until("it waits", LIMIT, () -> waiting.getState() == Thread.State.TIMED_WAITING);
            assertThat(runs).hasValue(0);
            other.outputWriter().append('\n').flush();
            waiting.join(LIMIT.toMillis());
            assertThat(runs).hasValue(1);
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    private void assertEmpty() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }
}
