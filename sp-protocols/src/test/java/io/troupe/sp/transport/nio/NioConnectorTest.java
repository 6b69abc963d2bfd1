// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.DropCounts;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an attempt does with the addresses that a name stands for. */
@Timeout(60)
class NioConnectorTest {
    private final NioTransport transport = new NioTransport();
    private final ReactorGroup reactors = ReactorGroup.start();
    private final TransportContext context =
            new TransportContext(Protocol.PAIR0, SocketOptions.defaults(), new DropCounts());
    private final CountingAcceptor dialling = new CountingAcceptor();

    @AfterEach
    void close() {
        reactors.close();
        transport.close();
    }

    @Test
    void shouldConnectToANameThatStandsForAnAddressOfTheOtherFamily() {
        assumeTrue(hasSix(), "needs IPv6");
        try (BoundListener bound = listen("tcp://[::1]:0")) {
            connect(place("::1", bound));
            assertThat(dialling.pipe().peer().remote()).contains("[0:0:0:0:0:0:0:1]");
        }
    }

    @Test
    void shouldTryTheNextAddressOfANameWhenOneFails() throws IOException {
        try (BoundListener bound = listen("tcp://127.0.0.1:0")) {
            connect(place("::1", bound), nobody(), place("127.0.0.1", bound));
            assertThat(dialling.pipe().peer().remote())
                    .isEqualTo(bound.address().toString());
        }
    }

    @Test
    void shouldFailOnceWhenAllAddressesOfANameRefuse() throws Exception {
        connect(nobody(), nobody());
        SpException failure = dialling.failure();
        assertThat(failure.reason()).isEqualTo(SpError.REFUSED);
        assertThat(failure).hasMessageContaining("address=tcp://several.example:1");
    }

    /** As happens to one of some ten thousand attempts to dial a port where nobody listens: the system takes that port for the socket. */
    @Test
    void shouldKnowASocketThatIsConnectedWithItself() throws IOException {
        try (SocketChannel alone = SocketChannel.open();
                BoundListener bound = listen("tcp://127.0.0.1:0");
                SocketChannel other = SocketChannel.open(place("127.0.0.1", bound))) {
            alone.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            alone.connect(alone.getLocalAddress());
            assertThat(NioChannels.isToItself(alone)).isTrue();
            assertThat(NioChannels.isToItself(other)).isFalse();
        }
    }

    private BoundListener listen(String uri) {
        return transport.bind(SpAddress.parse(uri), context, new CountingAcceptor());
    }

    private void connect(SocketAddress... places) {
        NioEndpoint endpoint = TcpEndpoint.of(SpAddress.parse("tcp://several.example:1"));
        new NioConnector(endpoint, reactors.next(), context, dialling).start(List.of(places));
    }

    private static SocketAddress place(String host, BoundListener bound) {
        String rest = bound.address().rest();
        return new InetSocketAddress(host, Integer.parseInt(rest.substring(rest.lastIndexOf(':') + 1)));
    }

    private static SocketAddress nobody() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalSocketAddress(); // free again from here on
        }
    }

    private static boolean hasSix() {
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(loopback))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
