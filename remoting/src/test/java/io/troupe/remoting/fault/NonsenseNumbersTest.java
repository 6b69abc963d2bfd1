// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static io.troupe.remoting.fault.RawPeer.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.SomeEncodings;
import io.troupe.remoting.codec.ByHand;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Failure.Code;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers whose frames are well-formed, but name streams, targets and amounts that make no sense. */
class NonsenseNumbersTest {
    private static final Failure FAILURE = new Failure(Code.FAILED, "x.Y", "because");
    private static Victim node;

    @BeforeAll
    static void start() {
        node = Victim.start();
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @AfterEach
    void theNodeIsWell() {
        node.assertWell();
    }

    private static void assertAnswers(RawPeer peer, long stream) throws IOException {
        peer.send(call(stream, "echo", out -> out.text("well")));
        assertThat(peer.awaitReply(stream)).contains("well");
    }

    private static Payload one() {
        return ByHand.value(out -> out.integer(1));
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseCallsWithNumbersOfTheOtherSide(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.greeted(node.port, encoding)) {
            for (long stream : new long[] {2, 4, Long.MAX_VALUE - 1}) {
                peer.send(call(stream, "add", out -> out.integer(1000)));
                assertThat(peer.awaitFail(stream).failure().code()).isEqualTo(Code.PROTOCOL);
            }
            for (long stream : new long[] {0, -1, Long.MIN_VALUE}) { // not even worth an answer
                peer.send(call(stream, "add", out -> out.integer(1000)));
            }
            assertAnswers(peer, 1);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseNumbersThatAreInUse(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.greeted(node.port, encoding)) {
            peer.send(call(1, "never"), call(1, "add", out -> out.integer(1000)));
            assertThat(peer.awaitFail(1).failure().code()).isEqualTo(Code.PROTOCOL);
            peer.send(call(3, "never"), new Frame.Watch(3, TargetId.name("desk")));
            assertThat(peer.awaitFail(3).failure().code()).isEqualTo(Code.PROTOCOL);
            peer.send(new Frame.Watch(5, TargetId.name("desk")), call(5, "add", out -> out.integer(1000)));
            assertThat(peer.awaitFail(5).failure().code()).isEqualTo(Code.PROTOCOL);
            peer.send(
                    call(7, "subscribe", out -> out.handle(new Handle(HandleKind.CALLBACK, 9))),
                    call(9, "add", out -> out.integer(1000)));
            assertThat(peer.awaitFail(9).failure().code()).isEqualTo(Code.PROTOCOL);
            assertAnswers(peer, 11);
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldPassOverFramesForStreamsThatDoNotExist(Encoding encoding) throws IOException {
        List<Frame> nonsense = new ArrayList<>();
        for (long stream : new long[] {2, 3, 12_345, Long.MAX_VALUE, 0, -1, Long.MIN_VALUE}) {
            nonsense.add(new Frame.Reply(stream, one()));
            nonsense.add(new Frame.Fail(stream, FAILURE));
            nonsense.add(new Frame.Item(stream, one()));
            nonsense.add(new Frame.End(stream, null));
            nonsense.add(new Frame.End(stream, FAILURE));
            nonsense.add(new Frame.Cancel(stream));
            nonsense.add(new Frame.Limit(stream, stream));
            nonsense.add(new Frame.Request(stream, stream));
            nonsense.add(new Frame.Gap(stream, stream));
            nonsense.add(new Frame.Ended(stream, "nowhere", "no reason"));
            nonsense.add(new Frame.Release(stream, stream));
            nonsense.add(new Frame.Pong(stream));
        }
        assertPassedOver(encoding, nonsense);
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldPassOverComplaintsThatMakeNoSense(Encoding encoding) throws IOException {
        List<Frame> nonsense = new ArrayList<>();
        double[] rates = {
            Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -1, 0, Double.MIN_VALUE, Double.MAX_VALUE
        };
        for (Frame.Nak.Scope scope : Frame.Nak.Scope.values()) {
            for (double rate : rates) {
                nonsense.add(new Frame.Nak(scope, 1, 4, 1, 1, rate));
                nonsense.add(new Frame.Nak(scope, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, 0, rate));
                nonsense.add(new Frame.Nak(scope, 0, 0, 0, Long.MAX_VALUE, rate));
            }
        }
        nonsense.add(new Frame.Named("desk", Long.MAX_VALUE));
        nonsense.add(new Frame.Named("desk", -1));
        nonsense.add(new Frame.Undelivered(TargetId.id(77), "nothing", FAILURE));
        assertPassedOver(encoding, nonsense);
    }

    /** In portions, as a peer that sends too many broken frames is not listened to any more. */
    private static void assertPassedOver(Encoding encoding, List<Frame> nonsense) throws IOException {
        for (int from = 0; from < nonsense.size(); from += 50) {
            try (RawPeer peer = RawPeer.greeted(node.port, encoding)) {
                List<Frame> portion = nonsense.subList(from, Math.min(nonsense.size(), from + 50));
                peer.send(call(101, "sumOf", out -> out.handle(new Handle(HandleKind.REFERENCE, 7))));
                for (Frame frame : portion) {
                    peer.send(frame);
                }
                assertAnswers(peer, 103);
            }
        }
    }

    @ParameterizedTest
    @SomeEncodings
    void shouldRefuseToWatchWhatIsNotThere(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.greeted(node.port, encoding)) {
            peer.send(new Frame.Watch(1, TargetId.name("nobody")), new Frame.Watch(3, TargetId.id(99)));
            assertThat(peer.awaitFail(1).failure().code()).isEqualTo(Code.NO_TARGET);
            assertThat(peer.awaitFail(3).failure().code()).isEqualTo(Code.NO_TARGET);
            peer.send(new Frame.Watch(2, TargetId.name("desk")));
            assertThat(peer.awaitFail(2).failure().code()).isEqualTo(Code.PROTOCOL);
        }
    }

    /** A call, a promise and a watch of this side must come to an end, whatever nonsense the other side says about them. */
    @ParameterizedTest
    @ValueSource(strings = {"end", "failedEnd", "cancel", "ended"})
    void shouldEndWhatIsAnsweredWithNonsense(String kind) throws IOException {
        try (RawPeer peer = RawPeer.greeted(node.port, Encoding.JSON)) {
            peer.send(call(1, "sumOf", out -> out.handle(new Handle(HandleKind.REFERENCE, 7))));
            long asked = peer.await(Frame.Call.class, any -> true).stream();
            peer.send(nonsense(kind, asked));
            peer.awaitFail(1);
            peer.send(call(3, "outcomeOf", out -> out.handle(new Handle(HandleKind.PROMISE, 5))));
            peer.send(nonsense(kind, 5));
            peer.awaitFail(3);
        }
    }

    private static Frame nonsense(String kind, long stream) {
        return switch (kind) {
            case "end" -> new Frame.End(stream, null);
            case "failedEnd" -> new Frame.End(stream, FAILURE);
            case "cancel" -> new Frame.Cancel(stream);
            default -> new Frame.Ended(stream, "nowhere", "no reason");
        };
    }

    @Test
    void shouldNotLeaveWatchesBehindThatAreEndedByNonsense() throws IOException {
        try (RawPeer peer = RawPeer.greeted(node.port, Encoding.BINARY)) {
            for (int i = 0; i < 300; i++) {
                Frame[] frames = new Frame[2_000];
                for (int at = 0; at < frames.length; at += 2) {
                    long stream = 1 + 2L * (i * 1_000L + at / 2);
                    frames[at] = new Frame.Watch(stream, TargetId.name("desk"));
                    frames[at + 1] = i % 2 == 0 ? new Frame.Reply(stream, one()) : new Frame.Fail(stream, FAILURE);
                }
                peer.send(frames);
            }
            assertAnswers(peer, 1_000_001);
        }
    }
}
