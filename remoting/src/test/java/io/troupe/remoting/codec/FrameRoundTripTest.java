// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameRoundTripTest {
    private static final Failure FAILURE = new Failure(Failure.Code.NO_METHOD, "java.lang.Error", "no \"such\"\nthing");

    /** Every type without a payload, each with all its keys. */
    static List<Frame> plain() {
        return List.of(
                new Frame.Hello(Map.of("node", "a", "@odd", "b", "", "c")),
                new Frame.Hello(Map.of()),
                new Frame.Fail(7, FAILURE),
                new Frame.Fail(7, new Failure(Failure.Code.BUSY, "", "")),
                new Frame.Undelivered(
                        TargetId.id(3), "m", new Failure(Failure.Code.BUSY, "", "no room", Map.of("pieces", "4"))),
                new Frame.Cancel(Long.MAX_VALUE),
                new Frame.Limit(3, 1),
                new Frame.Open(5, "prices"),
                new Frame.End(5, null),
                new Frame.End(5, FAILURE),
                new Frame.Request(5, 128),
                new Frame.Gap(5, 4),
                new Frame.Undelivered(TargetId.name("x"), "m()", FAILURE),
                new Frame.Undelivered(TargetId.id(4), "m()", FAILURE),
                new Frame.Nak(Frame.Nak.Scope.TARGET, 4, 3, 900, 1024, 12345.678),
                new Frame.Nak(Frame.Nak.Scope.STREAM, 4, 1, 0, 1, 0),
                new Frame.Nak(Frame.Nak.Scope.LINK, 0, 4, 1L << 40, 1L << 41, 1e9),
                new Frame.Ping(Long.MIN_VALUE),
                new Frame.Pong(-1),
                new Frame.Watch(8, TargetId.id(1)),
                new Frame.Ended(8, "node/actor", "stopped"),
                new Frame.Release(8, 2),
                new Frame.Named("größe", 3),
                new Frame.Named("asked for", 0),
                new Frame.Named("none", -1),
                new Frame.Pause(Frame.Nak.Scope.TARGET, 4, true),
                new Frame.Pause(Frame.Nak.Scope.LINK, 0, false),
                new Frame.Fragment(1, 3, ByteBuffer.wrap(new byte[] {1, -2})),
                new Frame.Fragment(1, 0, ByteBuffer.allocate(0)),
                new Frame.Goodbye("bye"),
                new Frame.Goodbye("bye", 5),
                new Frame.GoAway(5, "bye", ""),
                new Frame.GoAway(5, "bye", "tcp://other:7000"),
                new Frame.KeyNumber(3, "account", "größe 7"),
                new Frame.KeyNumber(3, "", ""));
    }

    static Stream<Pair> both() {
        return Pair.both();
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryEveryFrameWithoutPayload(Pair pair) {
        for (Frame frame : plain()) {
            assertThat(pair.carry(frame)).isEqualTo(frame);
        }
    }

    @Test
    void shouldHaveTriedEveryType() {
        Set<FrameType> tried = plain().stream().map(Frame::type).collect(Collectors.toSet());
        tried.addAll(Set.of(FrameType.TELL, FrameType.CALL, FrameType.REPLY, FrameType.ITEM, FrameType.UNKNOWN));

        assertThat(tried).isEqualTo(EnumSet.allOf(FrameType.class));
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryTells(Pair pair) {
        Frame.Tell frame =
                (Frame.Tell) pair.carry(new Frame.Tell(TargetId.name("calc"), "add", Pair.values(1L, "two")));

        assertThat(frame.to()).isEqualTo(TargetId.name("calc"));
        assertThat(frame.method()).isEqualTo("add");
        assertThat(Pair.payload(frame).read(List.of(Scalar.INTEGER, Scalar.TEXT)))
                .containsExactly(1L, "two");
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryCalls(Pair pair) {
        Frame.Call frame = (Frame.Call) pair.carry(new Frame.Call(7, TargetId.id(12), "add", 5_000, Pair.values(1.5)));

        assertThat(frame.stream()).isEqualTo(7);
        assertThat(frame.to()).isEqualTo(TargetId.id(12));
        assertThat(frame.nanos()).isEqualTo(5_000);
        assertThat(Pair.read(frame, Scalar.REAL)).isEqualTo(1.5);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryRepliesAndItems(Pair pair) {
        Frame.Reply reply = (Frame.Reply) pair.carry(new Frame.Reply(7, Pair.values("x")));
        assertThat(reply.stream()).isEqualTo(7);
        assertThat(Pair.read(reply, Scalar.TEXT)).isEqualTo("x");

        Frame.Item item = (Frame.Item) pair.carry(new Frame.Item(9, Pair.values(List.of(1L))));
        assertThat(item.stream()).isEqualTo(9);
        assertThat(Pair.read(item, Pair.ANYTHING)).isEqualTo(List.of(1L));
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldSkipSurplusArgumentsAndFillMissingOnes(Pair pair) {
        Frame frame = pair.carry(new Frame.Tell(TargetId.id(1), "m", Pair.values(1L, 2L)));
        Payload.Incoming payload = Pair.payload(frame);

        assertThat(payload.read(List.of(Scalar.INTEGER))).containsExactly(1L);
        List<TypeSerializer<?>> four = List.of(Scalar.INTEGER, Scalar.INTEGER, Scalar.INTEGER, Scalar.TEXT);
        assertThat(payload.read(four)).containsExactly(1L, 2L, 0L, null);
        assertThat(payload.read(List.of())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldReadNullAsWhatIsMissing(Pair pair) {
        assertThat(Pair.read(pair.carry(Pair.item(null)), Scalar.INTEGER)).isEqualTo(0L);
        assertThat(Pair.read(pair.carry(Pair.item(null)), Scalar.TEXT)).isNull();
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldFindSeveralFramesInOneStretch(Pair pair) {
        Output out = new Output(0);
        List<Frame> frames = plain();
        frames.forEach(frame -> pair.encoder.encode(frame, out));

        int at = 0;
        for (Frame frame : frames) {
            int length = pair.decoder.frameLength(out.array(), at, out.size());
            assertThat(pair.decoder.decode(out.array(), at, at + length)).isEqualTo(frame);
            at += length;
        }
        assertThat(at).isEqualTo(out.size());
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldWaitForTheRestOfAFrame(Pair pair) {
        byte[] bytes = pair.encode(new Frame.Named("name", 3));
        for (int end = 0; end < bytes.length; end++) {
            assertThat(pair.decoder.frameLength(bytes, 0, end)).isEqualTo(-1);
        }
        assertThat(pair.decoder.frameLength(bytes, 0, bytes.length)).isEqualTo(bytes.length);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldSendPressureAsANumberWhateverTheRateIs(Pair pair) {
        Frame.Nak nak = new Frame.Nak(Frame.Nak.Scope.LINK, 0, 1, 1, 1, Double.POSITIVE_INFINITY);

        assertThat(((Frame.Nak) pair.carry(nak)).drainRate()).isEqualTo(Double.MAX_VALUE);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarrySeveralValuesInAReply(Pair pair) {
        Frame frame = pair.carry(new Frame.Reply(1, Pair.values(1L, "two")));

        assertThat(Pair.payload(frame).read(List.of(Scalar.INTEGER, Scalar.TEXT)))
                .containsExactly(1L, "two");
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldRefuseToSendWhatCannotBeSent(Pair pair) {
        assertThatThrownBy(() -> pair.encode(new Frame.Unknown("x")))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("known type");
        Frame received = pair.carry(Pair.item(1L));
        assertThatThrownBy(() -> pair.encode(received))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("values, not bytes");
    }
}
