// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static io.troupe.remoting.fault.RawPeer.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.ValueWriter;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;

/** Peers that greet well and then send nonsense: each piece of it is refused alone, or ends their link and no other. */
class BadFramesTest {
    private static final int MAX_FRAME = 1 << 20;
    private static final AtomicBoolean INITIALIZED = new AtomicBoolean();
    private static Victim node;

    /** Nobody has registered it, nor does any method lead to it. */
    public record Unregistered(int number) {
        static {
            INITIALIZED.set(true);
        }
    }

    @BeforeAll
    static void start() {
        node = Victim.start();
        node.server.accept("broken", Integer.class, Integer.class, out -> {
            throw new IllegalStateException("the handler is broken");
        });
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @AfterEach
    void theNodeIsWell() {
        node.assertWell();
    }

    private static RawPeer greeted(Encoding encoding) throws IOException {
        return RawPeer.greeted(node.port, encoding);
    }

    private static void awaitEndBecause(String cause) {
        Await.until("a link has ended because " + cause + ": " + node.ends(), Victim.LIMIT, () -> node.ends().stream()
                .anyMatch(why -> why.contains(cause)));
        node.ends().clear();
    }

    // ---- the end of the link -------------------------------------------------------------------------------------

    @ParameterizedTest
    @SomeEncodings
    void shouldEndALinkThatDoesNotBeginWithHello(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.agreed(node.port, encoding)) {
            peer.send(call(1, "add", out -> out.integer(1000)));
            peer.awaitEnd();
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldEndALinkThatSaysHelloTwice(Encoding encoding) throws IOException {
        try (RawPeer peer = greeted(encoding)) {
            peer.send(new Frame.Hello(Map.of()), call(1, "add", out -> out.integer(1000)));
            peer.awaitEnd();
            awaitEndBecause("said hello twice");
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldNotCareForTheRestOfAFrameThatNeverComes(Encoding encoding) throws IOException {
        try (RawPeer peer = greeted(encoding)) {
            byte[] frame = peer.bytes(call(1, "add", out -> out.integer(1000)));
            for (int i = 0; i < frame.length - 1; i++) {
                peer.send(new byte[] {frame[i]});
            }
            peer.socket().shutdownOutput();
            peer.awaitEnd();
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldEndALinkThatAnnouncesMoreThanAFrameMayHold(Encoding encoding) throws IOException {
        for (int declared : new int[] {MAX_FRAME + 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
            try (RawPeer peer = greeted(encoding)) {
                if (encoding == Encoding.JSON) {
                    peer.send("{\"t\":\"" + "x".repeat(MAX_FRAME));
                } else {
                    peer.send(ByteBuffer.allocate(4).putInt(declared).array());
                }
                peer.awaitEnd();
            }
        }
        awaitEndBecause("1048576 bytes");
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldEndALinkThatSendsNothingButNonsense(Encoding encoding) throws IOException {
        byte[] nonsense = nonsense(encoding);
        try (RawPeer peer = greeted(encoding)) {
            for (int i = 0; i <= 100; i++) {
                peer.send(nonsense);
            }
            peer.awaitEnd();
            awaitEndBecause("must send frames that make sense: broken=101");
        }
    }

    private static byte[] nonsense(Encoding encoding) {
        return switch (encoding) {
            case BINARY -> new byte[] {0, 0, 0, 3, 3, 0, (byte) 0xFF}; // a call that ends within its number
            case CBOR -> new byte[] {0, 0, 0, 1, (byte) 0xFF};
            case JSON -> "what?\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        };
    }

    // ---- one refusal ---------------------------------------------------------------------------------------------

    private static void assertAnswers(RawPeer peer, long stream) throws IOException {
        peer.send(call(stream, "echo", out -> out.text("well")));
        assertThat(peer.awaitReply(stream)).contains("well");
    }

    private static void assertRefused(RawPeer peer, Frame.Call call, Code code) throws IOException {
        peer.send(call);
        assertThat(peer.awaitFail(call.stream()).failure().code()).isEqualTo(code);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseBrokenAndUnknownFramesOneByOne(Encoding encoding) throws IOException {
        try (RawPeer peer = greeted(encoding)) {
            peer.send(nonsense(encoding));
            peer.await(Frame.Undelivered.class, any -> any.failure().code() == Code.PROTOCOL);
            peer.send(unknown(encoding));
            assertAnswers(peer, 1);
        }
    }

    private static byte[] unknown(Encoding encoding) throws IOException {
        if (encoding == Encoding.BINARY) {
            return new byte[] {0, 0, 0, 4, 99, 0, 1, 2};
        }
        if (encoding == Encoding.JSON) {
            return "{\"t\":\"teleport\",\"s\":9}\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (var out = new CBORFactory().createGenerator(body)) {
            out.writeStartObject();
            out.writeStringField("t", "teleport");
            out.writeEndObject();
        }
        return ByteBuffer.allocate(4 + body.size())
                .putInt(body.size())
                .put(body.toByteArray())
                .array();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseTargetsAndMethodsThatDoNotExist(Encoding encoding) throws IOException {
        try (RawPeer peer = greeted(encoding)) {
            assertRefused(
                    peer, new Frame.Call(1, TargetId.name("nobody"), "sum", 0, RawPeer.nothing()), Code.NO_TARGET);
            assertRefused(peer, new Frame.Call(3, TargetId.id(999), "sum", 0, RawPeer.nothing()), Code.NO_TARGET);
            assertRefused(
                    peer, new Frame.Call(5, TargetId.id(Long.MAX_VALUE), "x", 0, RawPeer.nothing()), Code.NO_TARGET);
            assertRefused(peer, call(7, "getClass"), Code.NO_METHOD);
            assertRefused(peer, call(9, "sum(int)(int"), Code.NO_METHOD);
            assertRefused(peer, call(11, ""), Code.NO_METHOD);
            peer.send(new Frame.Tell(TargetId.name("nobody"), "add", RawPeer.nothing()));
            peer.await(Frame.Undelivered.class, any -> any.failure().code() == Code.NO_TARGET);
            assertAnswers(peer, 13);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseNamesThatAreTooLongToBeSentBack(Encoding encoding) throws IOException {
        try (RawPeer peer = greeted(encoding)) {
            String longest = "x".repeat(encoding == Encoding.BINARY ? 1000 : MAX_FRAME - 4000);
            peer.send(new Frame.Tell(TargetId.name("desk"), longest, RawPeer.nothing()));
            peer.await(Frame.Undelivered.class, any -> any.failure().code() == Code.NO_METHOD);
            peer.send(new Frame.Tell(TargetId.name(longest), "add", RawPeer.nothing()));
            peer.await(Frame.Undelivered.class, any -> any.failure().code() == Code.NO_TARGET);
            peer.send(new Frame.Named(longest, 0), new Frame.Open(3, longest));
            peer.awaitFail(3);
            assertAnswers(peer, 1);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseArgumentsThatDoNotFit(Encoding encoding) throws IOException {
        Map<String, Consumer<ValueWriter>> wrong = Map.of(
                "add", out -> out.text("many"),
                "echo", out -> list(out, 3),
                "keep", out -> out.bool(true),
                "subscribe", out -> out.integer(1),
                "sumOf", out -> out.text("#1"),
                "outcomeOf", out -> out.real(1.5));
        try (RawPeer peer = greeted(encoding)) {
            long stream = 1;
            for (Map.Entry<String, Consumer<ValueWriter>> each : wrong.entrySet()) {
                assertRefused(peer, call(stream, each.getKey(), each.getValue()), Code.BAD_ARGUMENTS);
                stream += 2;
            }
            assertRefused(peer, call(99, "add", out -> out.integer(1L << 40)), Code.BAD_ARGUMENTS);
            assertAnswers(peer, 101);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseValuesThatTheirClassRefuses(Encoding encoding) throws IOException {
        Consumer<ValueWriter> negative = out -> {
            out.beginRecord("Positive", List.of("number"), false);
            out.field(0);
            out.integer(-1);
            out.endRecord();
        };
        try (RawPeer peer = greeted(encoding)) {
            assertRefused(peer, call(1, "count", negative), Code.BAD_ARGUMENTS);
            assertAnswers(peer, 3);
        }
    }

    private static void list(ValueWriter out, int size) {
        out.beginList(size);
        for (int i = 0; i < size; i++) {
            out.integer(i);
        }
        out.endList();
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldTakeNoClassThatNobodyHasAllowed(Encoding encoding) throws IOException {
        String own = Unregistered.class.getName();
        try (RawPeer peer = greeted(encoding)) {
            long stream = 1;
            for (String type : List.of("javax.swing.event.EventListenerList", "java.lang.Runtime", "[B", "", own)) {
                Consumer<ValueWriter> value = out -> {
                    out.beginTyped(type);
                    out.integer(1);
                    out.endTyped();
                };
                assertRefused(peer, call(stream, "any", value), Code.BAD_ARGUMENTS);
                stream += 2;
            }
            Consumer<ValueWriter> unregistered = out -> {
                out.beginRecord(own, List.of("number"), true);
                out.field(0);
                out.integer(1);
                out.endRecord();
            };
            assertRefused(peer, call(99, "any", unregistered), Code.BAD_ARGUMENTS);
            assertThat(INITIALIZED).isFalse();
            assertAnswers(peer, 101);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldNotFollowDeepNesting(Encoding encoding) throws IOException {
        Consumer<ValueWriter> deep = out -> {
            for (int i = 0; i < 900; i++) {
                out.beginList(1);
            }
            out.integer(1);
            for (int i = 0; i < 900; i++) {
                out.endList();
            }
        };
        try (RawPeer peer = greeted(encoding)) {
            peer.send(call(1, "any", deep));
            assertThat(peer.awaitFail(1).failure().code()).isIn(Code.BAD_ARGUMENTS, Code.PROTOCOL);
            if (encoding == Encoding.JSON) {
                String nested = "[".repeat(100_000) + "]".repeat(100_000);
                peer.send("{\"t\":\"call\",\"s\":3,\"to\":\"desk\",\"m\":\"any\",\"a\":" + nested + "}\n");
                peer.awaitFail(3);
            }
            assertAnswers(peer, 5);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldSurviveHandlersThatThrow(Encoding encoding) throws IOException {
        try (RawPeer peer = greeted(encoding)) {
            peer.send(new Frame.Open(1, "broken"));
            assertThat(peer.awaitFail(1).failure().text()).isEqualTo("the handler is broken");
            assertAnswers(peer, 3);
        }
    }
}
