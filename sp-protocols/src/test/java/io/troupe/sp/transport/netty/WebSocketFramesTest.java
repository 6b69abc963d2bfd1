// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static io.troupe.sp.transport.netty.RawClient.BINARY;
import static io.troupe.sp.transport.netty.RawClient.CLOSE;
import static io.troupe.sp.transport.netty.RawClient.CONTINUATION;
import static io.troupe.sp.transport.netty.RawClient.FIN;
import static io.troupe.sp.transport.netty.RawClient.PING;
import static io.troupe.sp.transport.netty.RawClient.PONG;
import static io.troupe.sp.transport.netty.RawClient.TEXT;
import static io.troupe.sp.transport.netty.RawClient.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.net.support.LeakRecorder;
import io.troupe.sp.Sockets;
import io.troupe.sp.Until;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may put on the wire after the upgrade. */
@Timeout(60)
class WebSocketFramesTest {
    private static final int MOST = 1000;

    private DuplexSocket socket;
    private String uri;
    private RawClient client;

    @BeforeEach
    void connect() throws IOException {
        socket = Sockets.pair(SocketOptions.builder().maxReceiveSize(MOST).build());
        uri = socket.listen("ws://127.0.0.1:0/").uri();
        client = RawClient.upgraded(uri, "pair.sp.nanomsg.org");
        // the client hears of its upgrade before the socket has the pipe, and a pair takes one peer at a time
        Until.isTrue("attached", () -> socket.pipes().size() == 1);
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
        socket.close();
    }

    @AfterAll
    static void shouldLoseNoBuffers() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void assertReceived(String text) {
        try (SpMessage message = socket.receive(Until.LIMIT)) {
            assertThat(message.text()).isEqualTo(text);
        }
    }

    @Test
    void shouldReadMaskedFramesByteByByte() throws IOException {
        client.dribble(frame(FIN | BINARY, bytes("one")));
        client.dribble(frame(FIN | BINARY));
        client.dribble(frame(FIN | BINARY, bytes("x".repeat(300))));
        assertReceived("one");
        assertReceived("");
        assertReceived("x".repeat(300));
    }

    @Test
    void shouldJoinFragmentsAroundControlFrames() throws IOException {
        client.dribble(frame(BINARY, bytes("in ")));
        client.dribble(frame(CONTINUATION));
        client.dribble(frame(FIN | PING, bytes("there?")));
        client.send(frame(CONTINUATION, bytes("many ")));
        client.send(frame(FIN | PONG, bytes("unasked")));
        client.send(frame(FIN | CONTINUATION, bytes("pieces")));
        assertThat(client.receive()).isEqualTo(new byte[] {(byte) (FIN | PONG), 't', 'h', 'e', 'r', 'e', '?'});
        assertReceived("in many pieces");
        client.send(frame(BINARY));
        client.send(frame(FIN | CONTINUATION));
        assertReceived("");
    }

    @Test
    void shouldTakeTextAsData() throws IOException {
        client.send(frame(FIN | TEXT, bytes("grüße")));
        assertReceived("grüße");
        client.send(frame(FIN | TEXT, (byte) 0xff, (byte) 0xfe)); // no UTF-8
        try (SpMessage message = socket.receive(Until.LIMIT)) {
            assertThat(message.bytes()).containsExactly(0xff, 0xfe);
        }
    }

    @Test
    void shouldSendOneUnmaskedBinaryFrameForEachMessage() throws IOException {
        socket.send(SpMessage.of("hello"), Until.LIMIT);
        socket.send(SpMessage.of(new byte[70_000]));
        assertThat(client.receive()).isEqualTo(new byte[] {(byte) (FIN | BINARY), 'h', 'e', 'l', 'l', 'o'});
        assertThat(client.receive()).hasSize(70_001).startsWith(FIN | BINARY);
    }

    @Test
    void shouldAnswerAClose() throws IOException {
        client.send(frame(FIN | BINARY, bytes("last")));
        client.send(frame(FIN | CLOSE, (byte) (1000 >> 8), (byte) 1000));
        assertThat(client.receive()).isEqualTo(new byte[] {(byte) (FIN | CLOSE), (byte) (1000 >> 8), (byte) 1000});
        assertThat(client.isEnded()).isTrue();
        assertReceived("last");
        Until.isTrue("noticed", () -> socket.pipes().isEmpty());
    }

    @Test
    void shouldEndWithoutACloseFrame() throws IOException, InterruptedException {
        socket.send(SpMessage.of("last"));
        Thread closing = new Thread(socket::close);
        closing.start();
        assertThat(client.receive()).startsWith(FIN | BINARY).hasSize(5);
        assertThat(client.receive()).as("the end of the stream").isEmpty();
        client.send(frame(FIN | PING)); // still heard, or this would be reset
        client.send(frame(FIN | CLOSE, (byte) (1000 >> 8), (byte) 1000));
        assertThat(client.isEnded()).isTrue();
        closing.join();
    }

    @Test
    void shouldCloseWhenAMessageIsTooLong() throws IOException {
        client.send(frame(FIN | BINARY, new byte[MOST]));
        client.send(frame(FIN | BINARY, new byte[MOST + 1]));
        assertTooLong();
    }

    @Test
    void shouldCloseWhenFragmentsAreTooLongTogether() throws IOException {
        client.send(frame(BINARY, new byte[MOST / 2]));
        client.send(frame(FIN | CONTINUATION, new byte[MOST / 2]));
        client.send(frame(BINARY, new byte[MOST]));
        client.send(frame(CONTINUATION, new byte[1]));
        assertTooLong();
    }

    private void assertTooLong() throws IOException {
        byte[] close = client.receive();
        assertThat(close).startsWith(FIN | CLOSE, 1009 >> 8, 1009 & 0xff);
        assertThat(client.isEnded()).isTrue();
        try (SpMessage message = socket.receive(Until.LIMIT)) {
            assertThat(message.size()).isEqualTo(MOST);
        }
        Until.isTrue(
                "counted",
                () -> socket.stats().dropped(DropReason.TOO_LONG) == 1
                        && socket.pipes().isEmpty());
        assertServing();
    }

    /** Whether nobody else was harmed. */
    private void assertServing() throws IOException {
        try (RawClient other = RawClient.upgraded(uri, "pair.sp.nanomsg.org")) {
            other.send(frame(FIN | BINARY, bytes("still here")));
            assertReceived("still here");
        }
    }

    @Test
    void shouldCloseWhenAFrameIsNotMasked() throws IOException {
        client.send(frame(FIN | BINARY, false, bytes("bare")));
        assertBroken();
    }

    @ParameterizedTest
    @ValueSource(ints = {FIN | CONTINUATION, FIN | 3, FIN | 11, FIN | 0x40 | BINARY, PING})
    void shouldCloseWhenAFrameIsNotAllowed(int first) throws IOException {
        client.send(frame(first, bytes("odd")));
        assertBroken();
    }

    private void assertBroken() throws IOException {
        assertThat(client.isEnded()).isTrue();
        Until.isTrue("closed", () -> socket.pipes().isEmpty());
        assertThat(socket.tryReceive()).isEmpty();
        assertServing();
    }

    @Test
    void shouldSurviveGarbage() throws IOException {
        Random random = new Random(42);
        for (int round = 0; round < 20; round++) {
            byte[] garbage = new byte[random.nextInt(2000)];
            random.nextBytes(garbage);
            try {
                client.send(garbage);
                client.close();
            } catch (IOException e) {
                // it was closed by the other side already
            }
            Until.isTrue("closed", () -> socket.pipes().isEmpty());
            client = RawClient.upgraded(uri, "pair.sp.nanomsg.org");
            Until.isTrue("there again", () -> socket.pipes().size() == 1);
        }
    }

    @Test
    void shouldCloseWhenFramesComeWithTheRequest() throws IOException {
        client.close();
        Until.isTrue("closed", () -> socket.pipes().isEmpty());
        client = new RawClient(uri);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(bytes(RawClient.upgrade("/", "Sec-WebSocket-Protocol: pair.sp.nanomsg.org\r\n")));
        all.writeBytes(frame(FIN | BINARY, bytes("early")));
        client.send(all.toByteArray());
        assertBroken();
    }
}
