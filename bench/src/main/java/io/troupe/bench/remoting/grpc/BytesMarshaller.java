// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Arrays as they are. */
final class BytesMarshaller implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
        return new KnownBytes(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            byte[] bytes = new byte[stream.available()]; // all of it is there: the length stands before it on the wire
            int length = stream.readNBytes(bytes, 0, bytes.length);
            if (length != bytes.length) {
                throw new IllegalStateException("message must be whole: length=" + length + ", said=" + bytes.length);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Spares gRPC a copy to find out the length. */
    private static final class KnownBytes extends ByteArrayInputStream implements KnownLength {
        KnownBytes(byte[] bytes) {
            super(bytes);
        }
    }
}
