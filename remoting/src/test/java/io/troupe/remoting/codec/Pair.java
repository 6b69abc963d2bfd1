// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.TypeSerializer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An encoder and a decoder, with what tests do to them. */
final class Pair {
    static final Anything ANYTHING = new Anything();

    final CountingHandles exchange = new CountingHandles();
    final FrameEncoder encoder;
    final FrameDecoder decoder;
    private final Codec codec;

    private Pair(Codec codec, FrameLimits limits) {
        this.codec = codec;
        encoder = codec.encoder(exchange, limits);
        decoder = codec.decoder(exchange, limits);
    }

    static Pair of(Codec codec) {
        return new Pair(codec, FrameLimits.defaults());
    }

    static Pair of(Codec codec, FrameLimits limits) {
        return new Pair(codec, limits);
    }

    static Pair json() {
        return of(new JsonCodec());
    }

    static Pair cbor() {
        return of(new CborCodec());
    }

    /** For parameterized tests. */
    static Stream<Pair> both() {
        return Stream.of(json(), cbor());
    }

    byte[] encode(Frame frame) {
        Output out = new Output(0);
        encoder.encode(frame, out);
        return out.copy();
    }

    String line(Frame frame) {
        return new String(encode(frame), StandardCharsets.UTF_8);
    }

    Frame decode(String line) {
        return decode(line.getBytes(StandardCharsets.UTF_8));
    }

    /** From the middle of an array. */
    Frame decode(byte[] bytes) {
        byte[] wider = new byte[bytes.length + 7];
        Arrays.fill(wider, (byte) '"');
        System.arraycopy(bytes, 0, wider, 3, bytes.length);
        return decoder.decode(wider, 3, 3 + bytes.length);
    }

    /** There and back. */
    Frame carry(Frame frame) {
        return decode(encode(frame));
    }

    static Payload values(Object... values) {
        return new Payload.Outgoing(Collections.nCopies(values.length, ANYTHING), values);
    }

    static <T> Payload value(TypeSerializer<T> serializer, T value) {
        return new Payload.Outgoing(List.of(serializer), new Object[] {value});
    }

    static Frame item(@Nullable Object value) {
        return new Frame.Item(9, new Payload.Outgoing(List.of(ANYTHING), new @Nullable Object[] {value}));
    }

    static Payload.Incoming payload(Frame frame) {
        if (frame instanceof Frame.Tell tell) {
            return (Payload.Incoming) tell.arguments();
        } else if (frame instanceof Frame.Call call) {
            return (Payload.Incoming) call.arguments();
        } else if (frame instanceof Frame.Reply reply) {
            return (Payload.Incoming) reply.value();
        }
        return (Payload.Incoming) ((Frame.Item) frame).value();
    }

    @SuppressWarnings("unchecked")
    static <T> T read(Frame frame, TypeSerializer<T> serializer) {
        return (T) payload(frame).read(List.of(serializer))[0];
    }

    @Nullable
    Object carryValue(@Nullable Object value) {
        return read(carry(item(value)), ANYTHING);
    }

    <T> T carryValue(TypeSerializer<T> serializer, T value) {
        return read(carry(new Frame.Tell(TargetId.id(1), "m", value(serializer, value))), serializer);
    }

    @Override
    public String toString() {
        return codec.name();
    }
}
