// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever comes over a link: broken frames, nothing worse. */
class HostileBytesTest {
    private static final List<TypeSerializer<?>> SHAPES =
            List.of(Pair.ANYTHING, Scalar.INTEGER, Scalar.REAL, Scalar.TEXT, Scalar.BYTES, Point.serializer(true));

    private final Pair json = Pair.json();
    private final Pair cbor = Pair.cbor();

    @Property(tries = 2000)
    void shouldSurviveRandomBytes(@ForAll @Size(max = 200) byte[] bytes) {
        survive(json, bytes);
        survive(cbor, bytes);
    }

    @Property(tries = 300)
    void shouldSurviveRandomBytesInAFrame(@ForAll @Size(max = 60) byte[] bytes) {
        byte[] head = {0, 0, 0, 0, (byte) 0xBF, 0x61, 't', 0x64, 'i', 't', 'e', 'm', 0x61, 's', 7, 0x61, 'v'};
        byte[] frame = Arrays.copyOf(head, head.length + bytes.length + 1);
        System.arraycopy(bytes, 0, frame, head.length, bytes.length);
        frame[frame.length - 1] = (byte) 0xFF;
        survive(cbor, frame);
    }

    @Property(tries = 3000)
    void shouldSurviveMutatedFrames(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int mutations) {
        for (Pair pair : List.of(json, cbor)) {
            Random random = new Random(seed);
            List<byte[]> frames = frames(pair);
            byte[] bytes = frames.get(random.nextInt(frames.size()));
            for (int i = 0; i < mutations; i++) {
                bytes = mutate(bytes, random);
            }
            survive(pair, bytes);
        }
    }

    private static List<byte[]> frames(Pair pair) {
        Object nested = Map.of("@x", List.of(1L, 2.5, "text", new byte[] {1, 2}), "typed", new Anything.Typed("t", 1L));
        Object record = new Anything.Fields("Point", Map.of("x", 1L, "y", new Handle(HandleKind.PROMISE, 3)));
        List<Frame> frames = new ArrayList<>(FrameRoundTripTest.plain());
        frames.add(new Frame.Tell(TargetId.name("calc"), "add", Pair.values(nested, record, 5L)));
        frames.add(new Frame.Call(7, TargetId.id(12), "add", 5, Pair.values(record, nested)));
        frames.add(Pair.item(nested));
        frames.add(Pair.item(record));
        frames.add(Pair.item("some text"));
        return frames.stream().map(pair::encode).toList();
    }

    private static byte[] mutate(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return bytes;
        }
        byte[] copy = bytes.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
            case 0 -> copy[at] = (byte) random.nextInt();
            case 1 -> copy[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> copy = Arrays.copyOf(bytes, at);
            default -> System.arraycopy(bytes, at, copy, random.nextInt(at + 1), bytes.length - at);
        }
        return copy;
    }

    private static void survive(Pair pair, byte[] bytes) {
        try {
            int length = pair.decoder.frameLength(bytes, 0, bytes.length);
            assertThat(length == -1 || (length > 0 && length <= bytes.length)).isTrue();
        } catch (WireException e) {
            assertThat(e).hasMessageStartingWith("a frame must be at most");
        }
        Frame frame;
        try {
            frame = pair.decode(bytes);
        } catch (BrokenFrameException e) {
            assertThat(e).hasMessageStartingWith("a frame must make sense: problem=");
            assertThat(e.stream()).isNotNegative();
            return;
        }
        assertThat(frame).isNotNull();
        if (frame instanceof Frame.Tell
                || frame instanceof Frame.Call
                || frame instanceof Frame.Reply
                || frame instanceof Frame.Item) {
            survive(Pair.payload(frame));
        }
    }

    private static void survive(Payload.Incoming payload) {
        for (TypeSerializer<?> serializer : SHAPES) {
            try {
                assertThat(payload.read(List.of(serializer, serializer))).hasSize(2);
            } catch (WireException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
        try {
            assertThat(payload.toJson()).startsWith("[");
        } catch (WireException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }
}
