// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.net.framed.FrameAcceptance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.value.ArrayValue;
import org.msgpack.value.Value;

/** The other end of a link without a connection: makes requests, and keeps what it was sent. */
final class ScriptedClient implements LinkOutput {
    private final List<ArrayValue> frames = new ArrayList<>();
    /** Frames that it takes before it stops reading. */
    int room = Integer.MAX_VALUE;

    /** A request that is answered. */
    static byte[] frame(int id, String operation, Object... arguments) {
        return frame(id, false, operation, arguments);
    }

    /** A request that may be one without an answer. */
    static byte[] frame(int id, boolean async, String operation, Object... arguments) {
        try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
            out.packArrayHeader(4)
                    .packInt(id)
                    .packBoolean(async)
                    .packString(operation)
                    .packArrayHeader(arguments.length);
            for (Object argument : arguments) {
                if (argument instanceof byte[] bytes) {
                    out.packBinaryHeader(bytes.length).writePayload(bytes);
                } else if (argument instanceof Boolean bool) {
                    out.packBoolean(bool);
                } else if (argument instanceof Integer number) {
                    out.packInt(number);
                } else if (argument instanceof Map<?, ?>) {
                    out.packMapHeader(0);
                } else {
                    out.packString(argument.toString());
                }
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was sent so far, in order. */
    List<ArrayValue> frames() {
        return frames;
    }

    /** Null: there is none yet. */
    @Nullable
    Value reply(int id) {
        return frames.stream()
                .filter(frame -> frame.get(0).isIntegerValue()
                        && frame.get(0).asIntegerValue().toInt() == id)
                .map(frame -> frame.get(3))
                .findFirst()
                .orElse(null);
    }

    @Override
    public boolean hasRoom(int bytes) {
        return frames.size() < room;
    }

    @Override
    public void noRoomNeeded() {}

    @Override
    public void taken(int bytes) {}

    @Override
    public FrameAcceptance send(byte[] frame) {
        if (frames.size() >= room) {
            return FrameAcceptance.FULL;
        }
        try {
            frames.add(MessagePack.newDefaultUnpacker(frame).unpackValue().asArrayValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return FrameAcceptance.QUEUED;
    }

    @Override
    public void release(int requests) {}

    @Override
    public void close() {}

    @Override
    public void abort(String sentence) {
        throw new AssertionError(sentence);
    }
}
