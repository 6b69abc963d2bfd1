// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is on the wire, byte by byte: one end is a plain channel. */
@Timeout(60)
class WireTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String PAIR_HEADER = "0053500000100000";

    @TempDir
    Path folder;

    private final NioTransport transport = new NioTransport();

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void shouldBeginWithEightBytesOnBothSidesAndFrameMessagesOnTcp() throws IOException {
        try (DuplexSocket socket = Sockets.pair();
                SocketChannel peer = connect(socket.listen("tcp://127.0.0.1:0").uri())) {
            assertThat(read(peer, 8)).isEqualTo(PAIR_HEADER);
            write(peer, PAIR_HEADER + "0000000000000002" + "6869");
            try (SpMessage message = socket.receive(LIMIT)) {
                assertThat(message.text()).isEqualTo("hi");
                assertThat(message.pipe()).isEqualTo(socket.pipes().get(0).id());
            }
            socket.send(SpMessage.of("you"));
            assertThat(read(peer, 11)).isEqualTo("0000000000000003" + "796f75");
        }
    }

    @Test
    void shouldPutAOneBeforeTheLengthOnIpc() throws IOException {
        try (DuplexSocket socket = Sockets.pair();
                SocketChannel peer = connect(socket.listen(ipc("a")).uri())) {
            assertThat(read(peer, 8)).isEqualTo(PAIR_HEADER);
            write(peer, PAIR_HEADER + "010000000000000000");
            try (SpMessage message = socket.receive(LIMIT)) {
                assertThat(message.size()).isZero();
            }
            socket.send(SpMessage.of("you"));
            assertThat(read(peer, 12)).isEqualTo("010000000000000003" + "796f75");
            assertThat(socket.pipes().get(0).peer().identity()).isEqualTo(System.getProperty("user.name"));
        }
    }

    @Test
    void shouldWriteHeaderWordsBeforeTheBody() throws IOException {
        CountingAcceptor taker = new CountingAcceptor();
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            transport.connect(SpAddress.parse("tcp://127.0.0.1:" + port), context(Protocol.REQ), taker);
            try (SocketChannel peer = listener.accept()) {
                assertThat(read(peer, 8)).isEqualTo("0053500000300000");
                write(peer, "0053500000310000");
                SpMessage small = SpMessage.of("ping");
                small.pushHeader(0x80000001);
                assertThat(taker.pipe().offer(small)).isTrue();
                assertThat(read(peer, 16)).isEqualTo("0000000000000008" + "80000001" + "70696e67");
                SpMessage large = SpMessage.allocate(100_000);
                large.pushHeader(0x80000002);
                assertThat(taker.pipe().offer(large)).isTrue();
                assertThat(read(peer, 12)).isEqualTo("00000000000186a4" + "80000002");
            }
        }
    }

    @Test
    void shouldUnderstandFramesInPiecesOfOneByte() throws IOException {
        try (DuplexSocket socket = Sockets.pair();
                SocketChannel peer = connect(socket.listen("tcp://127.0.0.1:0").uri())) {
            String stream = PAIR_HEADER + "0000000000000003" + "616263" + "0000000000000001" + "64";
            for (int i = 0; i < stream.length(); i += 2) {
                write(peer, stream.substring(i, i + 2));
            }
            assertThat(text(socket)).isEqualTo("abc");
            assertThat(text(socket)).isEqualTo("d");
        }
    }

    @Test
    void shouldTurnAwayWhoIsNoFittingPeer() throws IOException, InterruptedException {
        String[] wrong = {
            "0053510000100000", "0053500100100000", "0053500000300000", "0053500000100001", "474554202f20485454"
        };
        CountingAcceptor taker = new CountingAcceptor();
        try (BoundListener bound =
                transport.bind(SpAddress.parse("tcp://127.0.0.1:0"), context(Protocol.PAIR0), taker)) {
            for (String bytes : wrong) {
                try (SocketChannel peer = connect(bound.address().toString())) {
                    write(peer, bytes.substring(0, 16));
                    assertThat(read(peer, 8)).isEqualTo(PAIR_HEADER);
                    assertThat(peer.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                }
                SpException cause = taker.failure();
                assertThat(cause).hasMessageContaining("tcp://127.0.0.1:");
                if (bytes.equals("0053500000300000")) {
                    assertThat(cause).hasMessageContaining("ours=0x10, theirs=0x30");
                }
            }
        }
    }

    @Test
    void shouldNotWaitForeverForAHandshake() throws IOException, InterruptedException {
        CountingAcceptor taker = new CountingAcceptor();
        TransportContext hasty = new TransportContext(
                Protocol.PAIR0,
                SocketOptions.builder().handshakeTimeout(Duration.ofMillis(50)).build(),
                new DropCounts());
        try (BoundListener bound = transport.bind(SpAddress.parse("tcp://127.0.0.1:0"), hasty, taker);
                SocketChannel slow = connect(bound.address().toString())) {
            write(slow, "00535000");
            assertThat(read(slow, 8)).isEqualTo(PAIR_HEADER);
            assertThat(slow.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(taker.failure()).hasMessageContaining("limit=PT0.05S");
        }
    }

    @Test
    void shouldCloseThePipeOfWhoSendsTooMuch() throws IOException {
        for (String frame : new String[] {"0000000000100001", "8000000000000000", "ffffffffffffffff"}) {
            try (DuplexSocket socket = Sockets.pair();
                    SocketChannel peer =
                            connect(socket.listen("tcp://127.0.0.1:0").uri())) {
                write(peer, PAIR_HEADER + "000000000000000161" + frame);
                assertThat(text(socket)).isEqualTo("a");
                assertEnds(peer);
                assertThat(socket.stats().dropped(DropReason.TOO_LONG)).isEqualTo(1);
            }
        }
    }

    @Test
    void shouldCloseThePipeOfWhoSendsAnotherTypeOnIpc() throws IOException {
        try (DuplexSocket socket = Sockets.pair();
                SocketChannel peer = connect(socket.listen(ipc("type")).uri())) {
            write(peer, PAIR_HEADER + "02");
            assertEnds(peer);
            assertThat(socket.stats().dropped(DropReason.MALFORMED)).isEqualTo(1);
        }
    }

    @Test
    void shouldCarryOnAfterATruncatedFrame() throws IOException {
        try (DuplexSocket socket = Sockets.pair()) {
            String uri = socket.listen("tcp://127.0.0.1:0").uri();
            for (String part : new String[] {"00000000", "000000000000000561", "000000000000c00061"}) {
                try (SocketChannel peer = connect(uri)) {
                    assertThat(read(peer, 8)).isEqualTo(PAIR_HEADER);
                    write(peer, PAIR_HEADER + "000000000000000162" + part);
                    assertThat(text(socket)).isEqualTo("b");
                    peer.shutdownOutput();
                    assertEnds(peer);
                }
                Until.isTrue("its place is free", () -> socket.pipes().isEmpty());
            }
        }
    }

    private String ipc(String name) {
        return "ipc://" + folder.resolve(name);
    }

    private static TransportContext context(Protocol protocol) {
        return new TransportContext(protocol, SocketOptions.defaults(), new DropCounts());
    }

    private static String text(DuplexSocket socket) {
        try (SpMessage message = socket.receive(LIMIT)) {
            return message.text();
        }
    }

    private static void assertEnds(SocketChannel peer) throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(100);
        int count;
        do {
            rest.clear();
            count = peer.read(rest);
        } while (count >= 0);
    }

    private static SocketChannel connect(String uri) throws IOException {
        SpAddress address = SpAddress.parse(uri);
        SocketAddress remote = address.scheme().equals("ipc")
                ? UnixDomainSocketAddress.of(address.rest())
                : new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1)));
        return SocketChannel.open(remote);
    }

    private static void write(SocketChannel peer, String hex) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        while (bytes.hasRemaining()) {
            peer.write(bytes);
        }
    }

    private static String read(SocketChannel peer, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            assertThat(peer.read(bytes)).isGreaterThan(0);
        }
        return HexFormat.of().formatHex(bytes.array());
    }
}
