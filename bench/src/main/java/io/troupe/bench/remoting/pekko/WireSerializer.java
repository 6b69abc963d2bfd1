// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import java.nio.ByteBuffer;

/** For the messages of {@link PekkoStack}. */
public final class WireSerializer extends BufferSerializer {
    private static final int IDENTIFIER = 1_412_026;
    private static final String TELL = "t";
    private static final String ASK = "a";
    private static final String REPLY = "r";
    private static final String ACKNOWLEDGE = "k";

    /** Made by Pekko. */
    public WireSerializer() {}

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        if (message instanceof Wire.Tell) {
            return TELL;
        }
        if (message instanceof Wire.Ask) {
            return ASK;
        }
        return message instanceof Wire.Reply ? REPLY : ACKNOWLEDGE;
    }

    @Override
    public void toBinary(Object message, ByteBuffer buffer) {
        if (message instanceof Wire.Tell tell) {
            buffer.put(tell.payload());
        } else if (message instanceof Wire.Ask ask) {
            buffer.putInt(ask.id()).put(ask.payload());
        } else if (message instanceof Wire.Reply reply) {
            buffer.putInt(reply.id()).put(reply.payload());
        } else if (message instanceof Wire.Acknowledge acknowledge) {
            buffer.putInt(acknowledge.count());
        } else {
            throw new IllegalArgumentException("message must be of the benchmark: class=" + message.getClass());
        }
    }

    @Override
    public Object fromBinary(ByteBuffer buffer, String manifest) {
        return switch (manifest) {
            case TELL -> new Wire.Tell(rest(buffer));
            case ASK -> new Wire.Ask(buffer.getInt(), rest(buffer));
            case REPLY -> new Wire.Reply(buffer.getInt(), rest(buffer));
            case ACKNOWLEDGE -> new Wire.Acknowledge(buffer.getInt());
            default -> throw new IllegalArgumentException("manifest must be known: manifest=" + manifest);
        };
    }

    private static byte[] rest(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
