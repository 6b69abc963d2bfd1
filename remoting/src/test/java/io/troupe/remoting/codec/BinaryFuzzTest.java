// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.remoting.value.WireException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever bytes come: only the two exceptions that are declared, and no more memory than the bytes are worth. */
class BinaryFuzzTest {
    private static final FrameLimits LIMITS = FrameLimits.defaults();
    private static final TypeSerializers SHAPES = new TypeSerializers();

    private static final List<TypeSerializer<?>> TYPES = List.of(
            SHAPES.of(Samples.Order.class),
            SHAPES.of(Samples.Figure.class),
            SHAPES.of(Object.class),
            SHAPES.of(Samples.Mixed.class),
            SHAPES.of(Samples.Node.class),
            SHAPES.of(new Samples.TypeOf<Map<Integer, List<Object>>>() {}.type()));
    private static final byte[] VALID = valid();

    private static byte[] valid() {
        FrameEncoder encoder = new BinaryCodec().encoder(new RecordingHandles(), LIMITS);
        Output out = new Output(16);
        Samples.Node node = new Samples.Node(1, new Samples.Node(2, null));
        Object[] values = {
            Samples.Order.sample(),
            new Samples.Circle(1.5),
            List.of(1L, "ü", Samples.Fixed.LINE, Map.of("a", 0.1)),
            null,
            node,
            Map.of(1, List.of())
        };
        encoder.encode(
                new Frame.Call(9, TargetId.name("shop"), "take(Order)", 5, new Payload.Outgoing(TYPES, values)), out);
        return out.copy();
    }

    @Property(tries = 3000)
    void shouldSurviveMutations(@ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int changes) {
        Random random = new Random(seed);
        byte[] bytes = VALID.clone();
        for (int i = 0; i < changes; i++) {
            bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
        }
        consume(bytes);
    }

    @Property(tries = 1000)
    void shouldSurviveTruncation(@ForAll @IntRange(min = 0, max = 200) int length) {
        byte[] bytes = new byte[Math.max(6, Math.min(length, VALID.length))];
        System.arraycopy(VALID, 0, bytes, 0, bytes.length);
        declare(bytes);
        consume(bytes);
    }

    @Property(tries = 3000)
    void shouldSurviveRandomPayloads(@ForAll @Size(max = 300) byte[] payload) {
        byte[] bytes = new byte[payload.length + 8];
        bytes[4] = 4; // REPLY
        bytes[6] = 1;
        bytes[7] = 6;
        System.arraycopy(payload, 0, bytes, 8, payload.length);
        declare(bytes);
        consume(bytes);
    }

    @Property(tries = 3000)
    void shouldSurviveRandomFrames(@ForAll @Size(min = 6, max = 300) byte[] bytes) {
        FrameDecoder decoder = new BinaryCodec().decoder(new RecordingHandles(), LIMITS);
        try {
            assertThat(decoder.frameLength(bytes, 0, bytes.length)).isBetween(-1, bytes.length);
        } catch (WireException e) {
            assertThat(e).hasMessageContaining("declared=");
        }
        declare(bytes);
        consume(bytes);
    }

    @Property(tries = 300)
    void shouldSurviveNestingAndDeclaredSizes(@ForAll @IntRange(min = 0, max = 255) int tag) {
        byte[] bytes = new byte[200_000];
        for (int i = 8; i + 4 < bytes.length; i += 4) {
            // a count of about 190,000, again and again
            bytes[i] = (byte) tag;
            bytes[i + 1] = (byte) 0xA0;
            bytes[i + 2] = (byte) 0x8B;
            bytes[i + 3] = 0x0B;
        }
        bytes[4] = 4;
        bytes[6] = 1;
        bytes[7] = 6;
        declare(bytes);

        assertThat(allocated(() -> consume(bytes))).isLessThan(100_000_000L);
    }

    @Example
    void shouldAllocateLittleForSmallFramesThatDeclareMuch() {
        byte[] payload = {
            (byte) BinaryTags.LIST,
            (byte) 0xFF,
            (byte) 0xFF,
            (byte) 0xFF,
            0x07,
            (byte) BinaryTags.BYTES,
            (byte) 0xFF,
            (byte) 0xFF,
            0x7F
        };
        byte[] bytes = new byte[8 + payload.length];
        bytes[4] = 4;
        bytes[6] = 1;
        bytes[7] = 6;
        System.arraycopy(payload, 0, bytes, 8, payload.length);
        declare(bytes);
        consume(bytes);

        assertThat(allocated(() -> consume(bytes))).isLessThan(1_000_000L);
    }

    private static void declare(byte[] bytes) {
        int length = bytes.length - 4;
        bytes[0] = (byte) (length >> 24);
        bytes[1] = (byte) (length >> 16);
        bytes[2] = (byte) (length >> 8);
        bytes[3] = (byte) length;
    }

    /** Does with a frame all that a link could do, and lets through what must not be thrown. */
    private static void consume(byte[] bytes) {
        FrameDecoder decoder = new BinaryCodec().decoder(new RecordingHandles(), LIMITS);
        Frame frame;
        try {
            frame = decoder.decode(bytes, 0, bytes.length);
        } catch (WireException | BrokenFrameException e) {
            return;
        }
        Payload payload = null;
        if (frame instanceof Frame.Call call) {
            payload = call.arguments();
        } else if (frame instanceof Frame.Tell tell) {
            payload = tell.arguments();
        } else if (frame instanceof Frame.Reply reply) {
            payload = reply.value();
        }
        if (payload instanceof Payload.Incoming incoming) {
            readAll(incoming);
        }
    }

    private static void readAll(Payload.Incoming incoming) {
        for (TypeSerializer<?> serializer : TYPES) {
            try {
                incoming.read(List.of(serializer));
            } catch (WireException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
        try {
            incoming.read(TYPES);
        } catch (WireException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
        try {
            incoming.toJson();
        } catch (WireException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private static long allocated(Runnable action) {
        long before = AllocatedBytes.now();
        action.run();
        return AllocatedBytes.now() - before;
    }
}
