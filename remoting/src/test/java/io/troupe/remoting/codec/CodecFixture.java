// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.remoting.value.ValueWriter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** One direction of a link without the link: an encoder, a decoder, and what they know. */
public abstract class CodecFixture {
    /** What the sender knows. */
    protected final TypeSerializers theirs = new TypeSerializers();
    /** What the receiver knows. */
    protected final TypeSerializers ours = new TypeSerializers();

    protected final RecordingHandles sender = new RecordingHandles();
    protected final RecordingHandles receiver = new RecordingHandles();
    private FrameEncoder encoder;
    private FrameDecoder decoder;

    /** What is tested. */
    protected abstract Codec codec();

    protected FrameLimits limits() {
        return FrameLimits.defaults();
    }

    protected final FrameEncoder encoder() {
        if (encoder == null) {
            encoder = codec().encoder(sender, limits());
        }
        return encoder;
    }

    protected final FrameDecoder decoder() {
        if (decoder == null) {
            decoder = codec().decoder(receiver, limits());
        }
        return decoder;
    }

    protected final byte[] bytes(Frame frame) {
        Output out = new Output(16);
        encoder().encode(frame, out);
        return out.copy();
    }

    protected final Frame decode(byte[] bytes) {
        assertThat(decoder().frameLength(bytes, 0, bytes.length)).isEqualTo(bytes.length);
        return decode(decoder(), bytes);
    }

    /** How the bytes of a frame get to the decoder. */
    protected Frame decode(FrameDecoder decoder, byte[] bytes) {
        return decoder.decode(bytes, 0, bytes.length);
    }

    protected final Frame pass(Frame frame) {
        return decode(bytes(frame));
    }

    /** A payload of values, each with the serializer of its type. */
    protected final Payload payload(List<? extends Type> types, Object... values) {
        List<TypeSerializer<?>> serializers =
                types.stream().<TypeSerializer<?>>map(theirs::of).toList();
        return new Payload.Outgoing(serializers, values);
    }

    /** A frame with one value. */
    protected final Frame frame(Type type, Object value) {
        return new Frame.Item(1, payload(List.of(type), value));
    }

    /** A frame with one value that is written by hand. */
    protected final Frame frame(Consumer<ValueWriter> writer) {
        return new Frame.Item(1, ByHand.value(writer));
    }

    protected static Payload.Incoming incoming(Frame frame) {
        if (frame instanceof Frame.Tell tell) {
            return (Payload.Incoming) tell.arguments();
        } else if (frame instanceof Frame.Call call) {
            return (Payload.Incoming) call.arguments();
        } else if (frame instanceof Frame.Reply reply) {
            return (Payload.Incoming) reply.value();
        }
        return (Payload.Incoming) ((Frame.Item) frame).value();
    }

    protected final Object[] read(Frame frame, Type... types) {
        List<TypeSerializer<?>> serializers =
                Arrays.stream(types).<TypeSerializer<?>>map(ours::of).toList();
        return incoming(frame).read(serializers);
    }

    /** There and back again. */
    protected final Object trip(Type type, Object value) {
        return trip(type, value, type);
    }

    /** There as one type and back as another. */
    protected final Object trip(Type type, Object value, Type other) {
        return read(pass(frame(type, value)), other)[0];
    }

    /** That the next frames arrive as if nothing had happened. */
    protected final void assertInStep() {
        Frame.Tell tell = (Frame.Tell) pass(new Frame.Tell(
                TargetId.name("shop"), "take(Order)", payload(List.of(Samples.Order.class), Samples.Order.sample())));
        assertThat(tell.to()).isEqualTo(TargetId.name("shop"));
        assertThat(tell.method()).isEqualTo("take(Order)");
        assertThat(read(tell, Samples.Order.class)).containsExactly(Samples.Order.sample());
    }
}
