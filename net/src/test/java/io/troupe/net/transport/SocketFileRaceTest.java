// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.netty.SocketFileLock;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several that want to listen where a dead process has left its file. */
@Timeout(60)
class SocketFileRaceTest {
    private static final int THREADS = 4;

    @TempDir
    private Path folder;

    private final CyclicBarrier begin = new CyclicBarrier(THREADS);

    @Test
    void shouldLetOneListenWhereAllCanReachIt() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (int round = 0; round < 200; round++) {
                UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s" + round));
                bound(address).close(); // its file stays
                List<Future<ServerSocketChannel>> starts =
                        threads.invokeAll(Collections.nCopies(THREADS, started(address)));
                List<ServerSocketChannel> listening = new ArrayList<>();
                for (Future<ServerSocketChannel> start : starts) {
                    if (start.get() != null) {
                        listening.add(start.get());
                    }
                }
                assertThat(listening).as("round " + round).hasSize(1);
                try (ServerSocketChannel only = listening.get(0);
                        SocketChannel dialled = SocketChannel.open(address);
                        SocketChannel accepted = only.accept()) {
                    assertThat(dialled.isConnected()).isTrue();
                    assertThat(accepted).isNotNull();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static ServerSocketChannel bound(UnixDomainSocketAddress address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return channel.bind(address);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** What listens, or null if another one does. */
    private Callable<ServerSocketChannel> started(UnixDomainSocketAddress address) {
        return () -> {
            begin.await();
            try {
                return SocketFileLock.hold(address.getPath(), () -> {
                    SocketFile.makeFree(address.getPath());
                    return bound(address);
                });
            } catch (IOException e) {
                return null;
            }
        };
    }
}
