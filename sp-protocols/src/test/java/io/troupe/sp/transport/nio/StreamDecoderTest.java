// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StreamDecoderTest {
    private final ReceiveBudget budget = new ReceiveBudget();

    @Test
    void shouldReadFramesInPiecesOfOneByte() {
        StreamDecoder decoder = new StreamDecoder(FrameFormat.IPC, 100, budget);
        byte[] stream = {1, 0, 0, 0, 0, 0, 0, 0, 2, 7, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0};
        List<byte[]> bodies = new ArrayList<>();
        for (byte next : stream) {
            SpMessage message = decoder.next(ByteBuffer.wrap(new byte[] {next}));
            if (message != null) {
                bodies.add(message.bytes());
                message.release();
            }
        }
        assertThat(bodies).containsExactly(new byte[] {7, 8}, new byte[0]);
    }

    @Test
    void shouldRefuseLengthsOutOfRange() {
        for (long length : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 101}) {
            assertThatThrownBy(() -> new StreamDecoder(FrameFormat.TCP, 100, budget).next(header(length)))
                    .isInstanceOfSatisfying(
                            SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.TOO_LONG));
        }
        assertThatThrownBy(() -> new StreamDecoder(FrameFormat.TCP, 0, budget).next(header(1L << 31)))
                .hasMessageContaining("size=2147483648");
        StreamDecoder decoder = new StreamDecoder(FrameFormat.TCP, 100, budget);
        assertThat(decoder.next(header(100))).isNull();
        decoder.discard();
    }

    @Test
    void shouldRefuseOtherTypesThanMessages() {
        assertThatThrownBy(() -> new StreamDecoder(FrameFormat.IPC, 100, budget).next(ByteBuffer.wrap(new byte[] {2})))
                .hasMessageContaining("type=2");
        assertThatThrownBy(() -> new StreamDecoder(FrameFormat.IPC, 100, budget).next(ByteBuffer.allocate(9)))
                .hasMessageContaining("type=0");
    }

    @Test
    void shouldNotAllocateOnTheStrengthOfAHeaderAlone() {
        StreamDecoder decoder = new StreamDecoder(FrameFormat.TCP, 0, budget);
        assertThat(decoder.next(header(Integer.MAX_VALUE - 100))).isNull();
        ByteBuffer wanted = decoder.wanted();
        assertThat(wanted).isNotNull();
        assertThat(wanted.remaining()).isEqualTo(ReceiveBudget.MOST);
        decoder.discard();
    }

    @Test
    void shouldTakeLittleForHeadersAloneWhenTheyAreMany() {
        List<StreamDecoder> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            StreamDecoder decoder = new StreamDecoder(FrameFormat.TCP, 0, budget);
            many.add(decoder);
            assertThat(decoder.next(header(ReceiveBudget.MOST))).isNull();
        }
        assertThat(budget.given()).isEqualTo(32L * ReceiveBudget.MOST);
        StreamDecoder last = many.get(999);
        assertThat(last.wanted()).as("nothing outside the heap").isNull();
        assertThat(last.next(ByteBuffer.allocate(ReceiveBudget.MOST - 1))).isNull();
        SpMessage message = last.next(ByteBuffer.allocate(1));
        assertThat(message).isNotNull();
        assertThat(message.size()).isEqualTo(ReceiveBudget.MOST);
        message.release();
        many.forEach(StreamDecoder::discard);
        assertThat(budget.given()).isZero();
    }

    @Test
    void shouldGrowLargeMessagesAsTheyArrive() {
        int size = 5 * ReceiveBudget.MOST + 3;
        StreamDecoder decoder = new StreamDecoder(FrameFormat.TCP, 0, budget);
        ByteBuffer stream = ByteBuffer.allocate(size + Long.BYTES).putLong(size);
        for (int i = 0; i < size; i++) {
            stream.put((byte) (i * 31));
        }
        stream.flip();
        SpMessage message = null;
        while (stream.hasRemaining()) {
            assertThat(message).isNull();
            int count = Math.min(100_000, stream.remaining());
            message = decoder.next(stream.slice(stream.position(), count));
            stream.position(stream.position() + count);
        }
        assertThat(message).isNotNull();
        assertThat(message.body()).isEqualTo(stream.position(Long.BYTES));
        assertThat(budget.given()).isZero();
        message.release();
    }

    @Property(tries = 300)
    void shouldFindTheSameMessagesHoweverTheStreamIsCut(
            @ForAll FrameFormat format,
            @ForAll("sizes") List<Integer> sizes,
            @ForAll("cuts") List<Integer> cuts,
            @ForAll boolean direct) {
        List<byte[]> sent = new ArrayList<>();
        ByteBuffer stream = ByteBuffer.allocate(
                sizes.stream().mapToInt(size -> size + format.headerSize()).sum());
        for (int size : sizes) {
            byte[] body = new byte[size];
            for (int i = 0; i < size; i++) {
                body[i] = (byte) (i * 7 + sent.size());
            }
            format.encode(stream, size);
            stream.put(body);
            sent.add(body);
        }
        assertThat(decodeAll(new StreamDecoder(format, 0, budget), stream.flip(), cuts, direct))
                .usingElementComparator(java.util.Arrays::compare)
                .containsExactlyElementsOf(sent);
    }

    /** Anything may come; nothing but messages and SpException may come out. */
    @Property(tries = 500)
    void shouldSurviveAnyBytes(@ForAll FrameFormat format, @ForAll byte[] bytes, @ForAll("cuts") List<Integer> cuts) {
        StreamDecoder decoder = new StreamDecoder(format, 64, budget);
        try {
            for (byte[] body : decodeAll(decoder, ByteBuffer.wrap(bytes), cuts, false)) {
                assertThat(body.length).isLessThanOrEqualTo(64);
            }
        } catch (SpException e) {
            assertThat(e.reason()).isIn(SpError.TOO_LONG, SpError.PROTOCOL);
        } finally {
            decoder.discard();
        }
    }

    @Provide
    Arbitrary<List<Integer>> sizes() {
        return Arbitraries.oneOf(
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(0, 70_000))
                .list()
                .ofMaxSize(8);
    }

    @Provide
    Arbitrary<List<Integer>> cuts() {
        return Arbitraries.oneOf(
                        Arbitraries.integers().between(1, 20),
                        Arbitraries.integers().between(1, 50_000))
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    /** Feeds the stream in pieces; large bodies partly by {@code wanted}, as a reader does. */
    private static List<byte[]> decodeAll(
            StreamDecoder decoder, ByteBuffer stream, List<Integer> cuts, boolean direct) {
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; stream.hasRemaining(); i++) {
            int count = Math.min(cuts.get(i % cuts.size()), stream.remaining());
            ByteBuffer wanted = direct ? decoder.wanted() : null;
            if (wanted != null) {
                int straight = Math.min(count, wanted.remaining());
                wanted.put(wanted.position(), stream, stream.position(), straight);
                decoder.filled(straight);
                stream.position(stream.position() + straight);
                count -= straight;
            }
            ByteBuffer piece = stream.slice(stream.position(), count);
            for (SpMessage next = decoder.next(piece); next != null; next = decoder.next(piece)) {
                bodies.add(next.bytes());
                next.release();
            }
            assertThat(piece.hasRemaining()).isFalse();
            stream.position(stream.position() + count);
        }
        return bodies;
    }

    private static ByteBuffer header(long length) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, length);
    }
}
