// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import java.io.NotSerializableException;
import java.nio.ByteBuffer;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes messages into Artery's buffers and reads them from there, without arrays between. Arrays are for those few places
 * where Pekko asks for them; their messages have at most 1 KiB. Any thread.
 */
public abstract class BufferSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {
    private static final int LARGEST = 1024;

    /** For the serializers below, which Pekko makes. */
    protected BufferSerializer() {}

    @Override
    public final byte[] toBinary(Object message) {
        ByteBuffer buffer = ByteBuffer.allocate(LARGEST);
        toBinary(message, buffer);
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    @Override
    public final Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        return fromBinary(ByteBuffer.wrap(bytes), manifest);
    }
}
