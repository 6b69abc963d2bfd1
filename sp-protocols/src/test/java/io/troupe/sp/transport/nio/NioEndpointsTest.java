// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NioEndpointsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final DuplexSocket socket = Sockets.pair();
    private final NioTransport transport = new NioTransport();

    @AfterEach
    void close() {
        socket.close(Duration.ZERO);
        transport.close();
    }

    @Test
    void shouldTellTheRealPortAndServeAllWaysToWriteIt() {
        for (String host : List.of("127.0.0.1", "*", "", "localhost")) {
            SocketListener listener = socket.listen("tcp://" + host + ":0");
            String port = listener.uri().substring(listener.uri().lastIndexOf(':') + 1);
            assertThat(Integer.parseInt(port)).isPositive();
            try (DuplexSocket other = Sockets.pair()) {
                other.dial("tcp://" + (host.equals("localhost") ? host : "127.0.0.1") + ":" + port)
                        .connected()
                        .await(LIMIT);
                assertThat(other.pipes().get(0).peer().remote()).isEqualTo("tcp://127.0.0.1:" + port);
            }
            listener.close();
        }
    }

    @Test
    void shouldRefuseAddressesThatMakeNoSense() {
        for (String uri : List.of(
                "tcp://127.0.0.1",
                "tcp://127.0.0.1:x",
                "tcp://127.0.0.1:65536",
                "tcp://127.0.0.1:-1",
                "tcp://a b:1",
                "tcp://::1:80",
                "tcp://[::1:80",
                "tcp://eth0;127.0.0.1:80",
                "ipc://" + folder.resolve("no/such/folder"),
                "ipc://" + folder.resolve("x".repeat(200)),
                "ipc://@abstract",
                "ipc:///",
                "ipc:///\0")) {
            assertFails(() -> socket.listen(uri), SpError.ADDRESS_INVALID);
        }
        for (String uri : List.of("tcp://*:80", "tcp://:80", "tcp://127.0.0.1:0", "tcp://[1.2.3.4]:80")) {
            assertFails(() -> connect(uri, new CountingAcceptor()), SpError.ADDRESS_INVALID);
        }
    }

    @Test
    void shouldSayWhyConnectingFailed() throws Exception {
        CountingAcceptor taker = new CountingAcceptor();
        SocketListener gone = socket.listen("tcp://127.0.0.1:0");
        gone.close();
        connect(gone.uri(), taker);
        assertThat(taker.failure().reason()).isEqualTo(SpError.REFUSED);
        connect("ipc://" + folder.resolve("nobody"), taker);
        assertThat(taker.failure().reason()).isEqualTo(SpError.REFUSED);
        connect("tcp://no-such-host.invalid:80", taker);
        assertThat(taker.failure().reason()).isEqualTo(SpError.ADDRESS_INVALID);
    }

    @Test
    void shouldNotTakeAnAddressTwiceButAgainAfterItsListenerHasClosed() {
        for (String uri : List.of("tcp://127.0.0.1:0", "ipc://" + folder.resolve("twice"))) {
            SocketListener first = socket.listen(uri);
            assertFails(() -> socket.listen(first.uri()), SpError.ADDRESS_IN_USE);
            first.close();
            socket.listen(first.uri()).close();
        }
    }

    @Test
    void shouldTakeOverAStaleSocketFileAndRemoveItsOwn() throws IOException {
        Path path = folder.resolve("stale");
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();
        SocketListener listener = socket.listen("ipc://" + path);
        try (DuplexSocket other = Sockets.pair()) {
            other.dial("ipc://" + path).connected().await(LIMIT);
        }
        listener.close();
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldNeverRemoveAFileThatIsNoSocket() throws IOException {
        Path path = Files.writeString(folder.resolve("letter"), "dear");
        assertFails(() -> socket.listen("ipc://" + path), SpError.ADDRESS_IN_USE);
        assertThat(path).hasContent("dear");
    }

    @Test
    void shouldNotRemoveTheSocketFileOfASuccessor() throws IOException {
        Path path = folder.resolve("mine");
        SocketListener first = socket.listen("ipc://" + path);
        Files.delete(path);
        try (ServerSocketChannel next = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            next.bind(UnixDomainSocketAddress.of(path));
            first.close();
            assertThat(path).exists();
        }
    }

    @Test
    void shouldKeepDiallingUntilSomebodyListens() {
        String uri = "ipc://" + folder.resolve("later");
        try (DuplexSocket early = Sockets.pair(SocketOptions.builder()
                .reconnectMin(Duration.ofMillis(5))
                .reconnectMax(Duration.ofMillis(20))
                .build())) {
            SocketDialer dialer = early.dial(uri);
            socket.listen(uri);
            dialer.connected().await(LIMIT);
        }
    }

    private void connect(String uri, CountingAcceptor taker) {
        transport.connect(
                SpAddress.parse(uri),
                new TransportContext(Protocol.PAIR0, SocketOptions.defaults(), new DropCounts()),
                taker);
    }

    private static void assertFails(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, SpError reason) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SpException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
