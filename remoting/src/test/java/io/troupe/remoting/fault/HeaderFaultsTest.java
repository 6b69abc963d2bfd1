// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.call.Caller;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Headers between a node and peers of earlier versions, and of peers that send nonsense. */
class HeaderFaultsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Map<String, String> HELLO = Map.of("name", "raw", "features", "streams,headers");

    /** Each call carries the same text. */
    private record Constant(String text) implements ContextCarrier {
        @Override
        public Object capture() {
            return text;
        }

        @Override
        public @Nullable Object install(@Nullable Object carried) {
            return null;
        }

        @Override
        public Set<String> headers() {
            return Set.of("text");
        }

        @Override
        public Map<String, String> write(Object carried) {
            return Map.of("text", (String) carried);
        }
    }

    private final ActorSystem system =
            ActorSystem.builder().name("node").carrier(new Constant("constant")).start();
    private final Remoting remoting = Remoting.on(system, RemotingConfig.production());
    private final List<Link> accepted = new CopyOnWriteArrayList<>();
    private final Desk desk = system.spawn(Desk.class, Desk::new);
    private final int port;

    HeaderFaultsTest() {
        remoting.expose("desk", desk);
        remoting.onLink(accepted::add);
        port = remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
    }

    @AfterEach
    void close() {
        system.close();
    }

    private Link accepted() {
        Await.until("the link is accepted", LIMIT, () -> !accepted.isEmpty());
        return accepted.get(0);
    }

    /** A peer that does not say that it knows headers gets none, not one byte: what it gets it could always read. */
    @ParameterizedTest
    @SomeEncodings
    void shouldSendNoHeadersToPeersThatDoNotKnowThem(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            Desk far = accepted().lookup("desk", Desk.class);
            far.add(5);
            far.sum();
            Frame.Tell tell = peer.await(Frame.Tell.class, any -> true);
            assertThat(tell.method()).isEqualTo("add(int)");
            assertThat(peer.await(Frame.Call.class, any -> true).method()).isEqualTo("sum()");
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldServePeersThatSendNoHeaders(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            peer.send(RawPeer.call(1, "echo", out -> out.text("old")));
            assertThat(peer.awaitReply(1)).isEqualTo("[\"old\"]");
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldSendHeadersToPeersThatKnowThem(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.agreed(port, encoding)) {
            peer.send(new Frame.Hello(HELLO));
            Desk far = accepted().lookup("desk", Desk.class);
            far.add(5);
            far.sum();
            Frame.Headed tell = peer.await(Frame.Headed.class, any -> true);
            assertThat(tell.headers()).isEqualTo(Map.of("text", "constant"));
            assertThat(((Frame.Tell) tell.call()).method()).isEqualTo("add(int)");
            Frame.Headed call = peer.await(Frame.Headed.class, any -> true);
            assertThat(((Frame.Call) call.call()).method()).isEqualTo("sum()");
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldExecuteCallsWhoseHeadersMakeNoSense(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            Map<String, String> tooLong = Map.of("text", "x".repeat(5000));
            Payload one = ByHand.value(out -> out.integer(7));
            peer.send(new Frame.Headed(tooLong, false, new Frame.Tell(TargetId.name("desk"), "add", one)));
            peer.send(new Frame.Headed(tooLong, false, RawPeer.call(1, "sum")));
            assertThat(peer.awaitReply(1)).isEqualTo("[7]");
            assertThat(accepted().stats().droppedHeaders()).isEqualTo(2);
        }
    }

    /** A limit of ours is no mistake of the carrier. */
    @Test
    void shouldTellOnOneLineThatHeadersDoNotFit() throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (ActorSystem other = ActorSystem.builder()
                .name("talkative")
                .carrier(new Constant("x".repeat(5000)))
                .start()) {
            Remoting talkative = Remoting.on(other, RemotingConfig.production());
            talkative.onLink(accepted::add);
            int at =
                    talkative.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
            try (RawPeer peer = RawPeer.agreed(at, Encoding.BINARY)) {
                peer.send(new Frame.Hello(HELLO));
                Desk far = accepted().lookup("desk", Desk.class);
                far.add(5);
                far.add(6);
                assertThat(peer.await(Frame.Tell.class, any -> true).method()).isEqualTo("add(int)");
                assertThat(peer.await(Frame.Tell.class, any -> true).method()).isEqualTo("add(int)");
            }
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8).lines())
                .noneMatch(line -> line.contains("ERROR") || line.startsWith("\tat "))
                .filteredOn(line -> line.contains("headers"))
                .hasSizeLessThanOrEqualTo(1);
    }

    /** Whatever was typed there by hand. */
    @ParameterizedTest
    @EnumSource(names = "JSON")
    void shouldExecuteCallsWithAnythingInThePlaceOfHeaders(Encoding encoding) throws IOException {
        List<String> wrong =
                List.of("5", "\"x\"", "[[]]", "{\"a\":5}", "{\"a\":\"x\",\"b\":{\"c\":[]}}", "{\"\":\"x\"}", "true");
        try (RawPeer peer = RawPeer.greeted(port, encoding)) {
            int stream = 1;
            for (String headers : wrong) {
                peer.send("{\"t\":\"call\",\"h\":" + headers + ",\"s\":" + stream
                        + ",\"to\":\"desk\",\"m\":\"echo\",\"a\":[\"x\"]}\n");
                assertThat(peer.awaitReply(stream)).isEqualTo("[\"x\"]");
                stream += 2;
            }
            assertThat(accepted().stats().droppedHeaders()).isEqualTo(wrong.size());
            peer.send("{\"t\":\"call\",\"h\":null,\"s\":101,\"to\":\"desk\",\"m\":\"echo\",\"a\":[\"x\"]}\n");
            assertThat(peer.awaitReply(101)).isEqualTo("[\"x\"]");
            assertThat(accepted().stats().droppedHeaders()).isEqualTo(wrong.size());
        }
    }

    /** Who calls is said by the greeting; what else has that name is a text like any other. */
    @ParameterizedTest
    @SomeEncodings
    void shouldNotTakeThePrincipalFromHeaders(Encoding encoding) throws IOException {
        Map<String, String> forged =
                Map.of("token", "admin", "caller", "admin", "principal", "admin", "text", "admin", "name", "admin");
        Map<String, String> greeting =
                Map.of("name", "raw", "features", "headers", "token", "guest", "caller", "admin");
        try (ActorSystem other = ActorSystem.start("checking")) {
            Remoting checking = Remoting.on(
                    other, RemotingConfig.production().authenticator((token, peer) -> String.valueOf(token)));
            checking.expose("gate", other.spawn(Gate.class, Gate::new));
            int at = checking.listen("tcp://127.0.0.1:0").await(LIMIT).address().port();
            try (RawPeer peer = RawPeer.agreed(at, encoding)) {
                peer.send(new Frame.Hello(greeting));
                Frame call = new Frame.Call(1, TargetId.name("gate"), "caller", 0, RawPeer.nothing());
                peer.send(new Frame.Headed(forged, false, call));
                assertThat(peer.awaitReply(1)).isEqualTo("[\"guest\"]");
            }
            try (RawPeer peer = RawPeer.agreed(at, encoding)) {
                peer.send(new Frame.Hello(Map.of("token", "x".repeat(8193))));
                assertThat(((Frame.Goodbye) peer.next()).reason())
                        .isEqualTo("a token must have 1 to 8192 characters: length=8193");
            }
        }
    }

    /** Tells who calls. */
    public static class Gate extends Actor<Gate> {
        public Promise<String> caller() {
            Caller caller = context().caller();
            return Promise.of(caller == null ? "nobody" : caller.name());
        }
    }
}
