// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketDialer;
import io.troupe.sp.socket.SocketListener;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class UpgradeTest {
    private static final String PAIR = "Sec-WebSocket-Protocol: pair.sp.nanomsg.org\r\n";

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private static void assertAnswer(String uri, String request, String answer) throws IOException {
        try (RawClient client = new RawClient(uri)) {
            assertThat(client.request(request)).startsWith("HTTP/1.1 " + answer).contains("\r\n");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', 400 Missing Socket Type",
        "'Sec-WebSocket-Protocol: rep.sp.nanomsg.org', 400 Incompatible Socket Type",
        "'Sec-WebSocket-Protocol: pair1.sp.nanomsg.org', 400 Incompatible Socket Type",
        "'Sec-WebSocket-Protocol: chat', 400 Unrecognized Socket Type",
        "'Sec-WebSocket-Protocol: PAIR.sp.nanomsg.org', 400 Unrecognized Socket Type",
    })
    void shouldRefuseOtherSubprotocols(String header, String answer) throws IOException {
        try (DuplexSocket socket = Sockets.pair()) {
            String uri = socket.listen("ws://127.0.0.1:0/sp").uri();
            assertAnswer(uri, RawClient.upgrade("/sp", header.isEmpty() ? "" : header + "\r\n"), answer);
            Until.isTrue("counted", () -> socket.stats().rejected() == 1);
            assertThat(socket.pipes()).isEmpty();
        }
    }

    @Test
    void shouldRefuseWhatIsNoUpgrade() throws IOException {
        try (DuplexSocket socket = Sockets.pair()) {
            String uri = socket.listen("ws://127.0.0.1:0/sp").uri();
            assertAnswer(uri, RawClient.upgrade("/other", PAIR), "404 ");
            assertAnswer(uri, RawClient.upgrade("/sp/", PAIR), "404 ");
            assertAnswer(uri, RawClient.upgrade("/", PAIR), "404 ");
            assertAnswer(uri, "GET /sp HTTP/1.1\r\nHost: x\r\n\r\n", "426 ");
            assertAnswer(uri, RawClient.upgrade("/sp", PAIR).replace("Version: 13", "Version: 8"), "426 ");
            assertAnswer(uri, RawClient.upgrade("/sp", PAIR).replace("GET", "POST"), "426 ");
            assertAnswer(uri, RawClient.upgrade("/sp", PAIR).replace("Sec-WebSocket-Key", "X-Key"), "400 ");
            assertAnswer(uri, "nonsense\r\n\r\n", "400 ");
            assertAnswer(uri, "\0SP\0\0\20\0\0\r\n\r\n", "400 ");
            try (RawClient client = RawClient.upgraded(uri + "?query=ignored", "pair.sp.nanomsg.org")) {
                client.send(RawClient.frame(0x82, (byte) 'x'));
                assertReceived(socket, "x");
            }
        }
    }

    @Test
    void shouldTakeItsSubprotocolFromAList() throws IOException {
        try (DuplexSocket socket = Sockets.pair()) {
            String uri = socket.listen("ws://127.0.0.1:0").uri();
            try (RawClient client = new RawClient(uri)) {
                String answer = client.request(RawClient.upgrade(
                        "/", "Sec-WebSocket-Protocol: chat, pair.sp.nanomsg.org\r\nSec-WebSocket-Protocol: x\r\n"));
                assertThat(answer)
                        .startsWith("HTTP/1.1 101 ")
                        .containsIgnoringCase("protocol: pair.sp.nanomsg.org\r\n");
            }
        }
    }

    @Test
    void shouldServeTwoPathsOnOnePort() {
        try (DuplexSocket first = Sockets.pair();
                DuplexSocket second = Sockets.pair();
                DuplexSocket one = Sockets.pair();
                DuplexSocket two = Sockets.pair()) {
            SocketListener listening = first.listen("ws://127.0.0.1:0/first");
            String uri = listening.uri();
            String other = uri.replace("/first", "/second");
            assertThat(second.listen(other).uri()).isEqualTo(other);
            assertThatThrownBy(() -> second.listen(uri))
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.ADDRESS_IN_USE));
            one.dial(uri).connected().await(Until.LIMIT);
            two.dial(other).connected().await(Until.LIMIT);
            one.send(SpMessage.of("to the first"));
            two.send(SpMessage.of("to the second"));
            assertReceived(second, "to the second");
            assertReceived(first, "to the first");
            listening.close();
            try (DuplexSocket late = Sockets.pair()) {
                SocketDialer dialer = late.dial(uri);
                Until.isTrue("refused", () -> dialer.lastError().isPresent());
                assertThat(dialer.lastError().orElseThrow())
                        .hasMessageContaining("404")
                        .hasMessageContaining("pair.sp.nanomsg.org");
            }
            one.send(SpMessage.of("pipes live on"));
            assertReceived(first, "pipes live on");
        }
    }

    private static void assertReceived(DuplexSocket socket, String text) {
        try (SpMessage message = socket.receive(Until.LIMIT)) {
            assertThat(message.text()).isEqualTo(text);
        }
    }

    @Test
    void shouldFreeThePortWithItsLastListener() throws IOException {
        try (DuplexSocket socket = Sockets.pair()) {
            SocketListener first = socket.listen("ws://127.0.0.1:0/first");
            int port = Integer.parseInt(first.uri().replaceAll(".*:|/.*", ""));
            SocketListener second = socket.listen("ws://127.0.0.1:" + port + "/second");
            first.close();
            first.close(); // once more
            assertThatThrownBy(() -> new ServerSocket(port).close()).isInstanceOf(IOException.class);
            second.close();
            for (int round = 0; round < 50; round++) {
                socket.listen("ws://127.0.0.1:" + port + "/third").close();
            }
            new ServerSocket(port).close();
        }
    }

    @Test
    void shouldSayWhatIsInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0);
                DuplexSocket socket = Sockets.pair()) {
            assertThatThrownBy(() -> socket.listen("ws://*:" + other.getLocalPort()))
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.ADDRESS_IN_USE))
                    .hasMessageContaining("address=ws://*:" + other.getLocalPort());
        }
    }

    @Test
    void shouldFailWhenNobodyListens() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThat(lastError("ws://localhost:" + port, SocketOptions.defaults()).reason())
                .isEqualTo(SpError.REFUSED);
        assertThat(lastError("ws://no-such-host.invalid:1/", SocketOptions.defaults())
                        .reason())
                .isEqualTo(SpError.ADDRESS_INVALID);
    }

    private static SpException lastError(String uri, SocketOptions options) {
        try (DuplexSocket socket = Sockets.pair(options)) {
            SocketDialer dialer = socket.dial(uri);
            Until.isTrue("failed", () -> dialer.lastError().isPresent());
            return dialer.lastError().orElseThrow();
        }
    }

    @Test
    void shouldLimitTheTimeOfTheHandshake() throws IOException {
        SocketOptions hasty =
                SocketOptions.builder().handshakeTimeout(Duration.ofMillis(50)).build();
        try (ServerSocket silent = new ServerSocket(0)) {
            assertThat(lastError("ws://localhost:" + silent.getLocalPort(), hasty)
                            .reason())
                    .isEqualTo(SpError.TIMED_OUT);
        }
        try (DuplexSocket socket = Sockets.pair(hasty);
                RawClient client =
                        new RawClient(socket.listen("ws://127.0.0.1:0").uri())) {
            assertThat(client.isEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 200 OK, PROTOCOL",
        "HTTP/1.1 400 Incompatible Socket Type, PROTOCOL",
        "HTTP/1.1 101 Switching Protocols, PROTOCOL",
        "garbage, PROTOCOL",
        "'', CONNECTION_LOST",
    })
    void shouldRefuseListenersThatDoNotUpgrade(String answer, SpError reason) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                DuplexSocket socket = Sockets.pair(SocketOptions.builder()
                        .reconnectMin(Duration.ofSeconds(10))
                        .build())) {
            SocketDialer dialer = socket.dial("ws://127.0.0.1:" + server.getLocalPort() + "/x");
            try (Socket accepted = server.accept()) {
                while (accepted.getInputStream().read() != '\n') {
                    // the request
                }
                String head = answer.isEmpty() ? "" : answer + "\r\nContent-Length: 0\r\n\r\n";
                accepted.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                accepted.shutdownOutput();
                Until.isTrue("failed", () -> dialer.lastError().isPresent());
            }
            assertThat(dialer.lastError().orElseThrow().reason()).isEqualTo(reason);
        }
    }

    @ParameterizedTest
    @CsvSource({"'400 Incompatible Socket Type', 0", "'400 Bad Request', 1", "'404 Not Found', 20"})
    void shouldTakeAStatusLineAsRefusalThoughNothingElseEnds(String status, int headers) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                DuplexSocket socket = Sockets.pair(SocketOptions.builder()
                        .handshakeTimeout(Duration.ofMinutes(1))
                        .reconnectMin(Duration.ofMillis(1))
                        .build())) {
            SocketDialer dialer = socket.dial("ws://127.0.0.1:" + server.getLocalPort() + "/x");
            for (int round = 0; round < 3; round++) { // it dials again each time
                try (Socket accepted = server.accept()) {
                    accepted.setSoTimeout((int) Until.LIMIT.toMillis());
                    String answer = "HTTP/1.1 " + status + "\r\n" + "Sec-WebSocket-Version: 13\r\n".repeat(headers);
                    accepted.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    assertThat(isEnded(accepted)).isTrue();
                }
            }
            assertThat(dialer.lastError().orElseThrow())
                    .hasMessageContaining("status=" + status)
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.PROTOCOL));
        }
    }

    /** Whether the other side ends the connection, whatever it says before. */
    private static boolean isEnded(Socket socket) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // goes on
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // reset
        }
    }

    @Test
    void shouldReadFramesThatComeWithTheAnswer() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                DuplexSocket socket = Sockets.pair()) {
            socket.dial("ws://127.0.0.1:" + server.getLocalPort() + "/x?y=z");
            try (Socket accepted = server.accept()) {
                assertThat(upgrade(
                                accepted, RawClient.frame(0x82, false, (byte) 'a'), RawClient.frame(0x82, false, (byte)
                                        'b')))
                        .startsWith("GET /x?y=z HTTP/1.1\r\n")
                        .containsIgnoringCase("sec-websocket-protocol: pair.sp.nanomsg.org\r\n");
                assertReceived(socket, "a");
                assertReceived(socket, "b");
                assertThat(socket.pipes().get(0).peer().remote())
                        .isEqualTo("ws://127.0.0.1:" + server.getLocalPort() + "/x?y=z");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayThatItLeavesWhenItDialled(boolean first) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                DuplexSocket socket = Sockets.pair()) {
            socket.dial("ws://127.0.0.1:" + server.getLocalPort() + "/");
            try (Socket accepted = server.accept()) {
                accepted.setSoTimeout((int) Until.LIMIT.toMillis());
                upgrade(accepted);
                Until.isTrue("attached", () -> !socket.pipes().isEmpty());
                if (first) {
                    new Thread(socket::close).start();
                } else {
                    accepted.shutdownOutput();
                }
                assertThat(accepted.getInputStream().read()).isEqualTo(RawClient.FIN | RawClient.CLOSE);
            }
        }
    }

    /** Takes the request, answers with the upgrade and these frames; returns the request. */
    private static String upgrade(Socket accepted, byte[]... frames) throws Exception {
        StringBuilder request = new StringBuilder();
        while (request.indexOf("\r\n\r\n") < 0) {
            request.append((char) accepted.getInputStream().read());
        }
        String key = request.toString().replaceAll("(?is).*sec-websocket-key: *([^\r]*)\r.*", "$1");
        byte[] hash = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(hash)
                        + "\r\nSec-WebSocket-Protocol: pair.sp.nanomsg.org\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        for (byte[] frame : frames) {
            answer.writeBytes(frame);
        }
        accepted.getOutputStream().write(answer.toByteArray());
        return request.toString();
    }
}
