// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.SingleThreadEventLoop;
import io.troupe.testkit.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Longer than a loop that is told to end waits for more to do. */
    private static final long QUIET_NANOS = Duration.ofMillis(5).toNanos();

    /**
     * A loop of Netty 4.2 looks whether it is to end, runs its tasks, and ends if it is to end and nothing was to be done for a while. Who
     * says so between the two looks must not leave connections open that nobody serves.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCloseItsConnectionsWhenItIsToldToEndAfterItHasLooked(boolean listens) throws Exception {
        EventLoops loops = new EventLoops(SocketIo.NIO, 1, Thread::new);
        CompletableFuture<Channel> dialled = new CompletableFuture<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannels.dial(
                    listens ? loops.listening() : loops.sockets(),
                    SocketIo.NIO.tcp(),
                    List.of(server.getLocalSocketAddress()),
                    new Dialling(dialled));
            Channel channel = dialled.get();
            SingleThreadEventLoop loop = (SingleThreadEventLoop) channel.eventLoop();
            loop.executeAfterEventLoopIteration(() -> {
                loops.close();
                awaitQuiet();
            });
            Await.until("the loop has ended", LIMIT, loop::isTerminated);
            assertThat(channel.isOpen()).isFalse();
        }
    }

    private static void awaitQuiet() {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < QUIET_NANOS) {
            Thread.onSpinWait();
        }
    }

    /** Tells the channel when it is connected. Of one loop. */
    private static final class Dialling implements DialHandler {
        private final CompletableFuture<Channel> dialled;
        private @Nullable Channel last;

        Dialling(CompletableFuture<Channel> dialled) {
            this.dialled = dialled;
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public void onChannel(Channel channel) {
            last = channel;
        }

        @Override
        public void onConnected() {
            dialled.complete(last);
        }

        @Override
        public void onFailure(Throwable cause) {
            dialled.completeExceptionally(cause);
        }
    }
}
