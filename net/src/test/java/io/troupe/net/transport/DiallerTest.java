// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.SocketIo;
import io.troupe.net.support.TestCertificates;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host may have several addresses. */
class DiallerTest {
    @TempDir
    Path folder;

    private final EventLoops loops = new EventLoops(SocketIo.NIO, 1, task -> new LoopThread(task, "dialler"));
    private @Nullable SocketTransport listener;

    @AfterEach
    void close() {
        loops.close();
        if (listener != null) {
            listener.close();
        }
    }

    @Test
    void shouldTryTheNextAddressOfAHostWhenOneRefuses() throws Exception {
        TransportConfig config = TransportConfig.defaults();
        Address at = listen("tcp://127.0.0.1:0", config);
        Peer peer = new Peer();
        Connection opened = dial(new TcpChannels(loops, config), at, config, peer, nobody(), place(at))
                .await(Peer.LIMIT);
        assertThat(peer.connection()).isSameAs(opened);
        assertThat(peer.closes).isEmpty();
    }

    @Test
    void shouldTryTheNextAddressOfAHostBeforeItAgreesOnTls() throws Exception {
        TestCertificates authority = new TestCertificates(folder, "authority");
        TransportConfig patient =
                TransportConfig.defaults().connectTimeout(Peer.LIMIT); // the first handshake loads many classes
        Address at = listen("tls://localhost:0", patient.tls(authority.good("alice")));
        TransportConfig config = patient.tls(authority.good("bob"));
        Peer peer = new Peer();
        Connection opened = dial(new TlsChannels(loops, config), at, config, peer, nobody(), place(at))
                .await(Peer.LIMIT);
        assertThat(peer.connection()).isSameAs(opened);
        assertThat(opened.isSecure()).isTrue();
        assertThat(peer.closes).isEmpty();
    }

    @Test
    void shouldSayWhyTheLastAddressOfAHostRefuses() throws Exception {
        TransportConfig config = TransportConfig.defaults();
        Peer peer = new Peer();
        Address at = Address.parse("tcp://localhost:7000");
        assertThatThrownBy(() -> dial(new TcpChannels(loops, config), at, config, peer, nobody(), nobody())
                        .await(Peer.LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessage("connection refused: address=tcp://localhost:7000");
        assertThat(peer.open).hasValue(null);
    }

    /** As happens to one of some ten thousand attempts to dial a port where nobody listens: the system takes that port for the socket. */
    @Test
    void shouldNotConnectASocketWithItself() throws Exception {
        TransportConfig config = TransportConfig.defaults();
        SocketAddress place = nobody();
        SchemeChannels fromThere = new TcpChannels(loops, config) {
            @Override
            @SuppressWarnings("FutureReturnValueIgnored") // dialling fails as well
            public void prepare(Channel channel, @Nullable Address dialled) {
                super.prepare(channel, dialled);
                channel.bind(place);
            }
        };
        Peer peer = new Peer();
        Address at = Address.parse("tcp://localhost:7000");
        assertThatThrownBy(() -> dial(fromThere, at, config, peer, place).await(Peer.LIMIT))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessage("connection refused: address=tcp://localhost:7000");
        assertThat(peer.open).hasValue(null);
    }

    private Address listen(String address, TransportConfig config) {
        SocketTransport made = new SocketTransport("listener", config);
        listener = made;
        return made.listen(Address.parse(address), Peer::new).await(Peer.LIMIT).address();
    }

    private Promise<Connection> dial(
            SchemeChannels scheme, Address at, TransportConfig config, Peer peer, SocketAddress... places) {
        return new Dialler(new Places(scheme, List.of(places)), at, peer, config, new ChannelSetup(config))
                .start(loops);
    }

    private static SocketAddress place(Address at) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), at.port());
    }

    private static SocketAddress nobody() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalSocketAddress(); // free again from here on
        }
    }

    /** A host with these addresses. */
    private record Places(SchemeChannels scheme, List<SocketAddress> places) implements SchemeChannels {
        @Override
        public EventLoopGroup loops() {
            return scheme.loops();
        }

        @Override
        public Class<? extends Channel> dialling() {
            return scheme.dialling();
        }

        @Override
        public Class<? extends ServerChannel> listening() {
            return scheme.listening();
        }

        @Override
        public List<? extends SocketAddress> find(Address address) {
            return places;
        }

        @Override
        public void prepare(Channel channel, @Nullable Address dialled) {
            scheme.prepare(channel, dialled);
        }
    }
}
