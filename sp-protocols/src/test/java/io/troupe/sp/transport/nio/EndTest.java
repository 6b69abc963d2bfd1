// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.PipeInfo;
import io.troupe.sp.socket.PipeListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EndTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNoThreadsAndNoFilesBehind() throws IOException {
        connectOnce(); // what is loaded once stays open
        long files = openSockets();
        for (int i = 0; i < 20; i++) {
            connectOnce();
        }
        assertThat(openSockets()).isLessThanOrEqualTo(files);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("sp-io-")
                        || thread.getName().equals("sp-flush"));
    }

    private void connectOnce() {
        for (String uri : List.of("tcp://127.0.0.1:0", "ipc://" + folder.resolve("end"))) {
            try (DuplexSocket here = Sockets.pair();
                    DuplexSocket there = Sockets.pair()) {
                there.dial(here.listen(uri).uri()).connected().await(LIMIT);
                there.send(SpMessage.of("x"));
                here.receive(LIMIT).release();
            }
        }
    }

    @Test
    void shouldLetASocketCloseItselfOnItsOwnThread() {
        DuplexSocket here = Sockets.pair();
        CompletableFuture<Thread> closer = new CompletableFuture<>();
        here.onPipe(new PipeListener() {
            @Override
            public void attached(PipeInfo pipe) {
                here.close(Duration.ZERO);
                closer.complete(Thread.currentThread());
            }
        });
        try (DuplexSocket there = Sockets.pair()) {
            there.dial(here.listen("tcp://127.0.0.1:0").uri());
            Thread own = closer.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
            assertThat(own.getName()).startsWith("sp-io-");
            assertThatThrownBy(() -> here.receive(LIMIT)).hasMessageContaining("closed");
        }
    }

    private static long openSockets() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(EndTest::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
