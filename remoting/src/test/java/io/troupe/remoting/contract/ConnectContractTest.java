// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that are not made say why. */
class ConnectContractTest {
    private static final Duration LIMIT = Node.LIMIT;

    private final Node here = Node.start("here");
    private final Node there = Node.start("there");

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldSayThatNobodyListens(Way way) {
        String address = there.listen(way);
        there.stopListening();
        assertThatThrownBy(() -> here.connect(address))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining(address);
        assertThat(here.remoting.links()).isEmpty();
        there.listen(address);
        Link link = here.connect(address);
        assertThat(here.remoting.links()).containsExactly(link);
    }

    @Test
    void shouldRefuseAddressesThatMakeNoSense() {
        for (String address : new String[] {"http://a:1", "tcp://", "tcp://a:99999", "ipc://", "inproc:///", "x"}) {
            assertThatThrownBy(() -> here.connect(address))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("address=" + address);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "tls://127.0.0.1:0"})
    void shouldRefuseThePortThatOnlyListenersMayHave(String address) {
        assertThatThrownBy(() -> here.connect(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an address to dial must have a port from 1 to 65535: address=" + address);
        assertThat(here.remoting.links()).isEmpty();
    }

    @Test
    void shouldRefuseAddressesOfOtherMachinesWithoutTls() {
        assertThatThrownBy(() -> here.connect("tcp://192.0.2.1:7000"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tls");
        assertThatThrownBy(() -> here.listen("tcp://0.0.0.0:0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tls");
    }

    @Test
    void shouldRefuseTlsToAPortThatDoesNotSpeakItAndTheOtherWayRound() {
        String plain = there.listen(Way.TCP);
        assertThatThrownBy(() -> here.connect(plain.replace("tcp", "tls"))).isInstanceOf(LinkRefusedException.class);
        String secure = there.listen(Way.TLS);
        assertThatThrownBy(() -> here.connect(secure.replace("tls", "tcp"))).isInstanceOf(LinkRefusedException.class);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldRefuseALinkWithoutACommonEncodingAndTellBothSides(Way way) {
        String address = there.listen(way, Encoding.BINARY);
        assertThatThrownBy(() -> here.connect(address, Encoding.JSON))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("no common codec: mine=[binary], offered=[json]");
        assertThat(there.remoting.links()).isEmpty();
    }

    @Test
    void shouldTakeTheFirstEncodingOfTheDiallerThatTheListenerAccepts() {
        String address = there.listen(Way.TCP, Encoding.BINARY, Encoding.JSON);
        assertThat(here.connect(address, Encoding.CBOR, Encoding.JSON, Encoding.BINARY)
                        .codec())
                .isEqualTo("json");
        assertThat(there.lastAccepted().codec()).isEqualTo("json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\n\r\n",
                "TROUPE/2.0 binary\n",
                "TROUPE/x binary\n",
                "TROUPE/1.0 morse\n",
                "TROUPE/1.0 refused: too late\n",
                "TROUPE/1.0 json\n",
                "TROUPE/1.0 json\nnonsense\n",
                "TROUPE/1.0 json\n{\"t\":\"ping\",\"token\":1}\n",
                "TROUPE/1.0 binary\n\u007f\u007f\u007f\u007f",
                ""
            })
    void shouldRefuseListenersThatTalkNonsense(String answer) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread peer = new Thread(() -> answerOnce(listener, answer), "nonsense");
            peer.setDaemon(true);
            peer.start();
            String address = "tcp://127.0.0.1:" + listener.getLocalPort();
            assertThatThrownBy(() -> here.connect(address))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageContaining("cause=");
            assertThat(here.remoting.links()).isEmpty();
        }
    }

    private static void answerOnce(ServerSocket listener, String answer) {
        try (Socket socket = listener.accept()) {
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            while (socket.getInputStream().read() >= 0) {
                // until the other side closes
            }
        } catch (IOException e) {
            // as good an end as any
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "TROUPE/9.0 binary\n",
                "TROUPE/1.0 json\nnonsense\n",
                "TROUPE/1.0 binary\n\u007f\u007f\u007f\u007f",
            })
    void shouldCloseConnectionsOfDiallersThatTalkNonsenseAndGoOnListening(String words) throws IOException {
        String address = there.listen(Way.TCP);
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream().write(words.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            while (readOrEnd(socket) >= 0) {
                // its answer
            }
        }
        assertThat(there.remoting.links()).isEmpty();
        assertThat(here.connect(address).peerName()).isEqualTo("there");
    }

    private static int readOrEnd(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (java.net.SocketException reset) {
            return -1;
        }
    }

    @Test
    void shouldNotConnectWhenItHasBeenClosed() {
        String address = there.listen(Way.TCP);
        here.remoting.close();
        assertThatThrownBy(() -> here.connect(address)).isInstanceOf(LinkRefusedException.class);
        Await.until("nothing is left", LIMIT, () -> here.remoting.links().isEmpty());
    }
}
