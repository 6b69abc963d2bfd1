// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FrameReaderTest {
    private static final int MOST = 5000;

    @Property(tries = 200)
    void shouldReadFramesInAnyPieces(
            @ForAll @Size(max = 12) List<@IntRange(max = MOST) Integer> sizes,
            @ForAll @IntRange(min = 1, max = 3000) int longestPiece,
            @ForAll boolean typed,
            @ForAll long seed) {
        Random random = new Random(seed);
        ByteBuf stream = Unpooled.buffer();
        List<byte[]> expected = new ArrayList<>();
        for (int size : sizes) {
            byte[] body = new byte[size];
            random.nextBytes(body);
            expected.add(body);
            if (typed) {
                stream.writeByte(1);
            }
            stream.writeLong(size).writeBytes(body);
        }
        FrameReader reader = new FrameReader(MOST, typed);
        List<byte[]> read = new ArrayList<>();
        while (stream.isReadable()) {
            int piece = Math.min(1 + random.nextInt(longestPiece), stream.readableBytes());
            ByteBuf part = stream.readSlice(piece);
            reader.read(part, message -> {
                read.add(message.bytes());
                message.release();
            });
            assertThat(part.isReadable()).isFalse();
        }
        assertThat(read).usingElementComparator(java.util.Arrays::compare).isEqualTo(expected);
    }

    @Property(tries = 200)
    void shouldEndInAnErrorOrInMessagesWhateverComes(@ForAll @Size(max = 200) byte[] garbage, @ForAll boolean typed) {
        FrameReader reader = new FrameReader(MOST, typed);
        int[] bytes = {0};
        try {
            for (byte each : garbage) {
                reader.read(Unpooled.wrappedBuffer(new byte[] {each}), message -> {
                    bytes[0] += Long.BYTES + message.size();
                    message.release();
                });
            }
            assertThat(bytes[0]).isLessThanOrEqualTo(garbage.length);
        } catch (SpException e) {
            assertThat(e.reason()).isIn(SpError.TOO_LONG, SpError.PROTOCOL);
        } finally {
            reader.discard();
        }
    }

    @Example
    void shouldRefuseLengthsAboveTheLimit() {
        for (long length : new long[] {MOST + 1, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            FrameReader reader = new FrameReader(MOST, false);
            assertThatThrownBy(() -> reader.read(Unpooled.buffer().writeLong(length), SpMessage::release))
                    .hasMessageContaining("bytes=" + Long.toUnsignedString(length))
                    .hasMessageContaining("maxReceiveSize=5000");
        }
    }

    @Example
    void shouldRefuseOtherTypes() {
        for (int type : new int[] {0, 2, 255}) {
            FrameReader reader = new FrameReader(MOST, true);
            assertThatThrownBy(
                            () -> reader.read(Unpooled.buffer().writeByte(type).writeLong(1), SpMessage::release))
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.PROTOCOL))
                    .hasMessage("a frame's type must be 1: type=" + type);
        }
    }

    @Example
    void shouldTakeMemoryForLongMessagesAsTheyArrive() {
        FrameReader reader = new FrameReader(Integer.MAX_VALUE, false);
        reader.read(Unpooled.buffer().writeLong(Integer.MAX_VALUE), SpMessage::release); // announced only
        reader.discard();
        int size = 5 << 20;
        ByteBuf stream = Unpooled.buffer(size + Long.BYTES).writeLong(size);
        for (int i = 0; i < size / 4; i++) {
            stream.writeInt(i);
        }
        List<SpMessage> read = new ArrayList<>();
        FrameReader other = new FrameReader(Integer.MAX_VALUE, false);
        while (stream.isReadable()) {
            other.read(stream.readSlice(Math.min(300_001, stream.readableBytes())), read::add);
        }
        assertThat(read).hasSize(1);
        assertThat(read.get(0).size()).isEqualTo(size);
        for (int i = 0; i < size / 4; i += 1000) {
            assertThat(read.get(0).body().getInt(i * 4)).isEqualTo(i);
        }
        read.forEach(SpMessage::release);
    }
}
