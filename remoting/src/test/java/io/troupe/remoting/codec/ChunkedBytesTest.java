// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.troupe.remoting.Encoding;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames that came in pieces mean the same as others, wherever a chunk ends; what is read is given up. */
class ChunkedBytesTest {
    /** So that each number and each text is in several chunks. */
    private static final int TINY = 3;

    private static ChunkedBytes chunked(byte[] bytes, int chunk) {
        return chunked(bytes, chunk, bytes.length);
    }

    private static ChunkedBytes chunked(byte[] bytes, int chunk, int come) {
        ChunkedBytes chunked = new ChunkedBytes(bytes.length, chunk, count -> {});
        chunked.put(ByteBuffer.wrap(bytes), 0, come);
        return chunked;
    }

    /** All that a codec has to do, over chunks of three bytes. */
    abstract static class Contract extends CodecContract {
        @Override
        protected Frame decode(FrameDecoder decoder, byte[] bytes) {
            return decoder.decode(chunked(bytes, TINY));
        }
    }

    @Nested
    class Binary extends Contract {
        @Override
        protected Codec codec() {
            return new BinaryCodec();
        }
    }

    @Nested
    class Cbor extends Contract {
        @Override
        protected Codec codec() {
            return new CborCodec();
        }
    }

    @Nested
    class Json extends Contract {
        @Override
        protected Codec codec() {
            return new JsonCodec();
        }
    }

    // ---- memory --------------------------------------------------------------------------------------------------

    private static final int CHUNK = 1 << 10;

    private static String contents() {
        return new Random(1)
                .ints(50 * CHUNK, ' ', 'ÿ')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static List<Frame> largeFrames() {
        Payload payload = Pair.values(contents());
        Frame.Call call = new Frame.Call(7, TargetId.name("shop"), "take(String)", 5_000, payload);
        return List.of(
                new Frame.Tell(TargetId.name("shop"), "take(String)", payload),
                call,
                new Frame.Headed(Map.of("trace", "1"), false, call),
                new Frame.Reply(11, payload),
                new Frame.Item(13, payload));
    }

    private static Frame bare(Frame frame) {
        return frame instanceof Frame.Headed headed ? headed.call() : frame;
    }

    /** All but the values. */
    private static String shown(Frame frame) {
        String headers = frame instanceof Frame.Headed headed ? headed.headers().toString() : "";
        Frame bare = bare(frame);
        if (bare instanceof Frame.Call call) {
            return headers + call.stream() + call.to() + call.method() + call.nanos();
        } else if (bare instanceof Frame.Tell tell) {
            return tell.to() + tell.method();
        } else if (bare instanceof Frame.Reply reply) {
            return "reply " + reply.stream();
        }
        return "item " + ((Frame.Item) bare).stream();
    }

    /** Takes the definitions that go in front for itself. */
    private static byte[] encode(Pair pair, Frame frame) {
        Output out = new Output(0);
        int begin = pair.encoder.encode(frame, out);
        if (begin > 0) {
            pair.decoder.decode(out.array(), 0, begin);
        }
        return Arrays.copyOfRange(out.array(), begin, out.size());
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveUpWhatHasBeenRead(Encoding encoding) {
        for (Frame frame : largeFrames()) {
            Pair pair = Pair.of(Codecs.of(encoding));
            byte[] bytes = encode(pair, frame);
            int[] there = {bytes.length};
            ChunkedBytes chunked = new ChunkedBytes(bytes.length, CHUNK, count -> there[0] -= count);
            chunked.put(ByteBuffer.wrap(bytes), 0, bytes.length);

            Frame back = bare(pair.decoder.decode(chunked));
            assertThat(back.type()).isEqualTo(bare(frame).type());
            assertThat(Pair.read(back, Pair.ANYTHING)).isEqualTo(contents());
            assertThat(there[0]).isLessThanOrEqualTo(CHUNK);
            chunked.giveUp();
            assertThat(there[0]).isZero();
        }
    }

    /** No more than the beginning is there. */
    @ParameterizedTest
    @EnumSource
    void shouldSeeWhatARefusedFrameWas(Encoding encoding) {
        for (Frame frame : largeFrames()) {
            for (int come : List.of(CHUNK / 2, CHUNK, 10 * CHUNK, 10 * CHUNK + 1)) {
                Pair pair = Pair.of(Codecs.of(encoding));
                byte[] bytes = encode(pair, frame);
                int[] there = {0};
                ChunkedBytes chunked = new ChunkedBytes(bytes.length, CHUNK, count -> there[0] -= count);
                there[0] += chunked.needs(come);
                chunked.put(ByteBuffer.wrap(bytes), 0, come);
                chunked.refuse("there must be room: bytes=7");
                assertThat(there[0]).isEqualTo(CHUNK);

                Frame back = pair.decoder.decode(chunked);
                assertThat(shown(back)).isEqualTo(shown(frame));
                assertThatThrownBy(() -> Pair.read(bare(back), Pair.ANYTHING))
                        .isInstanceOf(NoRoomException.class)
                        .hasMessage("there must be room: bytes=7");
                chunked.giveUp();
                assertThat(there[0]).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheStreamOfARefusedFrameWhoseNamesAreNotThere(Encoding encoding) {
        Pair pair = Pair.of(Codecs.of(encoding));
        Frame call = new Frame.Call(7, TargetId.name("x".repeat(3 * CHUNK)), "take()", 0, Pair.values("y"));
        byte[] bytes = pair.encode(call);
        ChunkedBytes chunked = chunked(bytes, CHUNK, CHUNK / 2);
        chunked.refuse("there must be room: bytes=7");

        BrokenFrameException broken =
                catchThrowableOfType(BrokenFrameException.class, () -> pair.decoder.decode(chunked));
        assertThat(broken.stream()).isEqualTo(7);
    }

    /** Nobody takes a frame for whole that is not. */
    @ParameterizedTest
    @EnumSource
    void shouldHoldAStretchAndNoMore(Encoding encoding) {
        Pair pair = Pair.of(Codecs.of(encoding));
        byte[] bytes = pair.encode(Pair.item("x".repeat(50)));
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        longer[bytes.length] = '}';

        assertThatThrownBy(() -> pair.decoder.decode(chunked(longer, TINY))).isInstanceOf(BrokenFrameException.class);
        for (int end = 1; end < bytes.length - 1; end++) {
            byte[] shorter = Arrays.copyOf(bytes, end);
            assertThatThrownBy(() -> pair.decoder.decode(chunked(shorter, TINY)))
                    .isInstanceOf(BrokenFrameException.class);
        }
    }
}
