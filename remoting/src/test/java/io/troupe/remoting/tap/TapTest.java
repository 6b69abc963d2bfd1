// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TapTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ActorSystem here = ActorSystem.start("here");
    private final ActorSystem there = ActorSystem.start("there");
    private final Remoting server = Remoting.on(there);
    private final Remoting client = Remoting.on(here);
    private final BlockingQueue<TappedFrame> frames = new LinkedBlockingQueue<>();

    /** A point. */
    public record Point(int x, String name) {}

    /** Shows values. */
    public static class Mirror extends Actor<Mirror> {
        /** The same. */
        public Promise<Point> turn(Point point, List<String> texts) {
            return Promise.of(point);
        }

        /** Fails. */
        public Promise<Void> crack() {
            return Promise.failed(new IllegalStateException("cracked"));
        }

        /** Counts. */
        public void count(int to, Callback<Integer> numbers) {
            for (int i = 0; i < to; i++) {
                numbers.item(i);
            }
            numbers.end();
        }
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldShowFramesOfBothDirections(Encoding encoding) throws Exception {
        try (Tap tap = tap(listen("tcp://127.0.0.1:0"), "tcp://127.0.0.1:0")) {
            Link link = client.connect(tap.address().toString(), encoding).await(LIMIT);
            Mirror mirror = link.lookup("mirror", Mirror.class);
            assertThat(mirror.turn(new Point(3, "p"), List.of("a", "ü")).await(LIMIT))
                    .isEqualTo(new Point(3, "p"));
            TappedFrame call = next("call");
            assertThat(call.fromDialler()).isTrue();
            assertThat(call.facts()).containsEntry("target", "mirror");
            assertThat(call.facts().get("method")).asString().startsWith("turn(");
            assertThat(call.facts().get("arguments")).hasToString("[{\"x\":3,\"name\":\"p\"},[\"a\",\"ü\"]]");
            TappedFrame reply = next("reply");
            assertThat(reply.fromDialler()).isFalse();
            assertThat(reply.facts().get("of")).asString().startsWith("mirror.turn(");
            assertThat(reply.facts().get("value")).hasToString("{\"x\":3,\"name\":\"p\"}");

            mirror.crack().recover(cracked -> null).await(LIMIT);
            assertThat(next("call").facts()).as("its number by now").containsEntry("target", "mirror");
            assertThat(next("fail").facts()).containsEntry("code", "failed").containsEntry("text", "cracked");

            List<Integer> numbers = new ArrayList<>();
            Callback<Integer> counting = Callback.of(numbers::add);
            mirror.count(3, counting);
            counting.ended().await(LIMIT);
            assertThat(next("item").facts().get("value")).hasToString("0");
            assertThat(next("item").facts().get("value")).hasToString("1");
            link.close();
            assertThat(next("goodbye").fromDialler()).isTrue();
            next("closed");
        }
    }

    @Test
    void shouldPassOnWhatItDoesNotUnderstandAndSayThat() throws Exception {
        try (Tap tap = tap(listen("tcp://127.0.0.1:0"), "tcp://127.0.0.1:0");
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), tap.address().port())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(next("unreadable").facts().get("text")).asString().contains("TROUPE/");
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("TROUPE/1.0 refused");
        }
    }

    @Test
    void shouldUnderstandWhoSaysEverythingAtOnce() throws Exception {
        try (Tap tap = tap(listen("tcp://127.0.0.1:0"), "tcp://127.0.0.1:0");
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), tap.address().port())) {
            String all =
                    "TROUPE/1.0 json\n{\"t\":\"hello\"}\n{\"t\":\"call\",\"s\":1,\"to\":\"mirror\",\"m\":\"crack()\"}\n";
            socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
            assertThat(next("call").facts()).containsEntry("method", "crack()");
            assertThat(next("fail").facts()).containsEntry("of", "mirror.crack()");
        }
    }

    @Test
    void shouldListenOnUnixSockets(@TempDir Path directory) throws Exception {
        String address = "ipc://" + directory.resolve("mirror.sock");
        listen(address);
        try (Tap tap = tap(address, address + ".tap")) {
            Mirror mirror =
                    client.connect(tap.address().toString()).await(LIMIT).lookup("mirror", Mirror.class);
            assertThat(mirror.turn(new Point(1, ""), List.of()).await(LIMIT)).isEqualTo(new Point(1, ""));
            next("reply");
        }
    }

    @Test
    void shouldSayThatTheTargetDoesNotListen() throws Exception {
        try (Tap tap = tap("ipc://nobody-listens-here.sock", "tcp://127.0.0.1:0");
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), tap.address().port())) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(next("refused").facts().get("text")).asString().contains("nobody-listens-here");
        }
    }

    @Test
    void shouldRefuseWhatItCannotRead() {
        assertThatThrownBy(() -> tap("tls://127.0.0.1:7000", "tcp://127.0.0.1:0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("address=tls://127.0.0.1:7000");
    }

    private String listen(String address) {
        server.expose("mirror", there.spawn(Mirror.class, Mirror::new));
        return server.listen(address).await(LIMIT).address().toString();
    }

    private Tap tap(String target, String listen) throws IOException {
        return Tap.open(Address.parse(listen), Address.parse(target), frames::add);
    }

    /** The next frame of a type; all lines on the way must be JSON. */
    private TappedFrame next(String type) throws Exception {
        while (true) {
            TappedFrame frame = frames.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(frame).as(type).isNotNull();
            assertThat(frame.toJson()).doesNotContain("\n");
            try (JsonParser json = new JsonFactory().createParser(frame.toJson())) {
                assertThat(json.nextToken()).isNotNull();
                json.skipChildren();
                assertThat(json.nextToken()).isNull();
            }
            if (frame.type().equals(type)) {
                return frame;
            }
        }
    }
}
