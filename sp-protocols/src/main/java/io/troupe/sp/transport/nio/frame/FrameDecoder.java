// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio.frame;

import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of a stream of bytes that arrives in any pieces. Keeps nothing of the buffers it is given. One thread at a
 * time. Never allocates more than 1 MiB for bytes that are only announced: larger messages grow as they arrive.
 */
public final class FrameDecoder {
    /** Memory that is given on the strength of a header alone, in bytes. */
    public static final int FIRST_PIECE = 1 << 20;

    private static final int LONGEST = Integer.MAX_VALUE - 64;
    private static final int BYTE = 0xff;

    private final Framing framing;
    private final int most;
    private int headerBytes;
    private long headerLength;
    private @Nullable Message message;
    private int length;
    private int filled;

    /**
     * At the beginning of a stream.
     *
     * @param maxReceiveSize the largest message in bytes; 0: any
     */
    public FrameDecoder(Framing framing, int maxReceiveSize) {
        this.framing = framing;
        this.most = maxReceiveSize == 0 ? LONGEST : Math.min(maxReceiveSize, LONGEST);
    }

    /**
     * Takes bytes until a message is complete.
     *
     * @return the message, now the caller's; null: all bytes are taken, and more are needed
     * @throws SpException TOO_LONG or PROTOCOL: the stream cannot be understood any further
     */
    public @Nullable Message next(ByteBuffer in) {
        if (message == null && !header(in)) {
            return null;
        }
        Message whole = current();
        while (true) {
            int count = Math.min(in.remaining(), whole.size() - filled);
            if (count > 0) {
                ByteBuffer body = whole.body();
                body.put(body.position() + filled, in, in.position(), count);
                in.position(in.position() + count);
                filled += count;
            }
            if (filled == length) {
                message = null;
                return whole;
            }
            if (filled < whole.size()) {
                return null;
            }
            whole = grow(whole);
        }
    }

    private Message current() {
        Message made = message;
        if (made == null) {
            throw new IllegalStateException("no message has begun");
        }
        return made;
    }

    private boolean header(ByteBuffer in) {
        if (headerBytes == 0 && in.remaining() >= framing.headerSize()) {
            if (framing.typeBytes() > 0) {
                checkType(in.get());
            }
            begin(in.getLong());
            return true;
        }
        while (in.hasRemaining()) {
            byte next = in.get();
            if (headerBytes < framing.typeBytes()) {
                checkType(next);
            } else {
                headerLength = (headerLength << Byte.SIZE) | (next & BYTE);
            }
            if (++headerBytes == framing.headerSize()) {
                long announced = headerLength;
                headerBytes = 0;
                headerLength = 0;
                begin(announced);
                return true;
            }
        }
        return false;
    }

    private static void checkType(byte type) {
        if (type != Framing.IPC_MESSAGE) {
            throw new SpException(
                    SpError.PROTOCOL, "a frame's type must be " + Framing.IPC_MESSAGE + ": type=" + (type & BYTE));
        }
    }

    private void begin(long announced) {
        if (announced < 0 || announced > most) {
            throw new SpException(
                    SpError.TOO_LONG,
                    "a message must not be larger than the receive limit: size=" + Long.toUnsignedString(announced)
                            + ", limit=" + most);
        }
        length = (int) announced;
        filled = 0;
        message = Message.allocate(Math.min(length, FIRST_PIECE));
    }

    private Message grow(Message full) {
        Message larger = Message.allocate((int) Math.min(length, 2L * full.size()));
        ByteBuffer to = larger.body();
        to.put(to.position(), full.body(), full.body().position(), filled);
        message = larger;
        full.release();
        return larger;
    }

    /**
     * Where the next bytes of a large message belong, to be read there directly; tell {@link #filled} how many were. Null:
     * give the bytes to {@link #next}.
     */
    public @Nullable ByteBuffer wanted() {
        Message whole = message;
        if (whole == null) {
            return null;
        }
        ByteBuffer body = whole.body();
        return body.isDirect() ? body.position(body.position() + filled) : null;
    }

    /** So many bytes were put into {@link #wanted}; {@link #next} goes on from there. */
    public void filled(int count) {
        filled += count;
    }

    /** Whether the message before was one that is read directly, and between it and the next nothing has arrived. */
    public boolean afterLarge() {
        return message == null && headerBytes == 0 && length >= Framing.LARGE;
    }

    /** Drops what has arrived of the current message. */
    public void discard() {
        Message part = message;
        if (part != null) {
            message = null;
            part.release();
        }
    }
}
