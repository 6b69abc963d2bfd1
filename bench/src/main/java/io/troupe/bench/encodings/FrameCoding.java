// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;
import io.troupe.remoting.value.NoHandles;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.Arrays;
import java.util.List;

/** A codec of links: one direction of a link without the link. What is decoded is the whole frame with its arguments. */
final class FrameCoding implements Coding {
    private static final int CAPACITY = 1 << 16;

    private final Sample sample;
    private final Object[] arguments;
    private final List<TypeSerializer<?>> serializers;
    private final FrameEncoder encoder;
    private final FrameDecoder decoder;
    private final Output output = new Output(CAPACITY);
    private final int firstBytes;

    FrameCoding(Codec codec, Sample sample) {
        this.sample = sample;
        arguments = sample.arguments();
        TypeSerializers known = new TypeSerializers();
        serializers = sample.types().stream().<TypeSerializer<?>>map(known::of).toList();
        HandleExchange none = new NoHandles("samples must hold no references, promises, callbacks or ends of channels");
        encoder = codec.encoder(none, FrameLimits.defaults());
        decoder = codec.decoder(none, FrameLimits.defaults());
        firstBytes = encode();
        decode(); // learns the names that only the first frame brings
    }

    @Override
    public int encode() {
        output.truncate(0);
        encoder.encode(
                new Frame.Call(
                        Call.STREAM,
                        TargetId.id(Call.TARGET),
                        sample.method(),
                        0,
                        new Payload.Outgoing(serializers, arguments)),
                output);
        return output.size();
    }

    @Override
    public Decoded decode() {
        byte[] bytes = output.array();
        int length = decoder.frameLength(bytes, 0, output.size());
        Frame.Call call = (Frame.Call) decoder.decode(bytes, 0, length);
        Object[] values = ((Payload.Incoming) call.arguments()).read(serializers);
        return new Decoded(call.stream(), call.to(), call.method(), Arrays.asList(values));
    }

    @Override
    public Decoded expected() {
        return new Decoded(Call.STREAM, TargetId.id(Call.TARGET), sample.method(), Arrays.asList(arguments));
    }

    @Override
    public int firstBytes() {
        return firstBytes;
    }

    /**
     * A decoded call; equal by the content of its arguments.
     *
     * @param stream number of the conversation
     * @param to the target
     * @param method name of what is called
     * @param arguments one by one
     */
    record Decoded(long stream, TargetId to, String method, List<Object> arguments) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Decoded that
                    && stream == that.stream
                    && to.equals(that.to)
                    && method.equals(that.method)
                    && Arrays.deepEquals(arguments.toArray(), that.arguments.toArray());
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(arguments.toArray());
        }
    }
}
