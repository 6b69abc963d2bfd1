// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.ByteBuf;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a stream of frames ({@code length:u64be} and payload, and a type before them on Unix sockets) apart, whatever pieces it
 * comes in. As lengths are the other side's word only, memory beyond the first 8 KiB is taken as bytes arrive. One thread at a
 * time.
 */
final class FrameReader {
    private static final int FIRST_BYTES = 8 << 10;

    /** The type of all messages. */
    static final byte MESSAGE = 1;

    private final int mostBytes;
    private final boolean typed;
    private final ByteBuffer head;
    private @Nullable SpMessage message;
    private int length;
    private int filled;

    /**
     * For one connection.
     *
     * @param mostBytes the longest payload
     * @param typed whether a type comes first
     */
    FrameReader(int mostBytes, boolean typed) {
        this.mostBytes = mostBytes;
        this.typed = typed;
        this.head = ByteBuffer.allocate(Long.BYTES + (typed ? 1 : 0));
    }

    /**
     * Reads all there is. Does not release the buffer.
     *
     * @param to gets each message
     * @throws SpException TOO_LONG, or PROTOCOL if the type is another one: nothing can be read from there on
     */
    void read(ByteBuf in, Consumer<SpMessage> to) {
        while (true) {
            SpMessage body = message;
            if (body == null) {
                body = begin(in);
                if (body == null) {
                    return;
                }
            }
            if (!fill(body, in)) {
                return;
            }
            SpMessage whole = message;
            message = null;
            if (whole != null) {
                to.accept(whole);
            }
        }
    }

    /** Reads the length; null: there is more to come. */
    private @Nullable SpMessage begin(ByteBuf in) {
        int part = Math.min(head.remaining(), in.readableBytes());
        in.readBytes(head.limit(head.position() + part));
        head.limit(head.capacity());
        if (head.hasRemaining()) {
            return null;
        }
        if (typed && head.get(0) != MESSAGE) {
            throw new SpException(
                    SpError.PROTOCOL,
                    "a frame's type must be " + MESSAGE + ": type=" + Byte.toUnsignedInt(head.get(0)));
        }
        long announced = head.getLong(typed ? 1 : 0);
        head.clear();
        if (announced < 0 || announced > mostBytes) {
            throw new SpException(
                    SpError.TOO_LONG,
                    "a message must not be longer than the limit: bytes=" + Long.toUnsignedString(announced)
                            + ", maxReceiveSize=" + mostBytes);
        }
        length = (int) announced;
        filled = 0;
        SpMessage begun = SpMessage.allocate(Math.min(length, FIRST_BYTES));
        message = begun;
        return begun;
    }

    /** Whether the message has become whole. */
    private boolean fill(SpMessage begun, ByteBuf in) {
        SpMessage body = begun;
        while (filled < length && in.isReadable()) {
            if (filled == body.size()) {
                body = longer(body);
            }
            int part = Math.min(body.size() - filled, in.readableBytes());
            ByteBuffer room = body.body();
            int at = room.position() + filled;
            in.readBytes(room.limit(at + part).position(at));
            filled += part;
        }
        return filled == length;
    }

    private SpMessage longer(SpMessage full) {
        SpMessage more = SpMessage.allocate((int) Math.min(length, 2L * full.size()));
        full.copyTo(0, more.body());
        full.release();
        message = more;
        return more;
    }

    /** Gives back what has begun to arrive. */
    void discard() {
        if (message != null) {
            message.release();
            message = null;
        }
    }
}
