// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of a stream of bytes that arrives in any pieces. Keeps nothing of the buffers it is given. One thread at a
 * time. For bytes that are only announced it takes no more memory than {@link ReceiveBudget} allows: larger messages grow as they
 * arrive.
 */
final class StreamDecoder {
    private static final int LONGEST = Integer.MAX_VALUE - 64;
    private static final int BYTE = 0xff;

    private final FrameFormat format;
    private final int most;
    private final ReceiveBudget budget;
    private int headerBytes;
    private long headerLength;
    private @Nullable SpMessage message;
    private int length;
    private int filled;
    /** What the message has got in advance. */
    private int budgeted;

    /**
     * At the beginning of a stream.
     *
     * @param maxReceiveSize the largest message in bytes; 0: any
     */
    StreamDecoder(FrameFormat format, int maxReceiveSize, ReceiveBudget budget) {
        this.format = format;
        this.budget = budget;
        this.most = maxReceiveSize == 0 ? LONGEST : Math.min(maxReceiveSize, LONGEST);
    }

    /**
     * Takes bytes until a message is complete.
     *
     * @return the message, now the caller's; null: all bytes are taken, and more are needed
     * @throws SpException TOO_LONG or PROTOCOL: the stream cannot be understood any further
     */
    @Nullable
    SpMessage next(ByteBuffer in) {
        if (message == null && !header(in)) {
            return null;
        }
        SpMessage whole = current();
        while (true) {
            filled += whole.copyFrom(in, filled);
            if (filled == length) {
                message = null;
                settle();
                return whole;
            }
            if (filled < whole.size()) {
                return null;
            }
            whole = grow(whole);
        }
    }

    private SpMessage current() {
        SpMessage made = message;
        if (made == null) {
            throw new IllegalStateException("no message has begun");
        }
        return made;
    }

    private boolean header(ByteBuffer in) {
        if (headerBytes == 0 && in.remaining() >= format.headerSize()) {
            if (format.typeBytes() > 0) {
                checkType(in.get());
            }
            begin(in.getLong(), in.remaining());
            return true;
        }
        while (in.hasRemaining()) {
            byte next = in.get();
            if (headerBytes < format.typeBytes()) {
                checkType(next);
            } else {
                headerLength = (headerLength << Byte.SIZE) | (next & BYTE);
            }
            if (++headerBytes == format.headerSize()) {
                long announced = headerLength;
                headerBytes = 0;
                headerLength = 0;
                begin(announced, in.remaining());
                return true;
            }
        }
        return false;
    }

    private static void checkType(byte type) {
        if (type != FrameFormat.IPC_MESSAGE) {
            throw new SpException(
                    SpError.PROTOCOL, "a frame's type must be " + FrameFormat.IPC_MESSAGE + ": type=" + (type & BYTE));
        }
    }

    private void begin(long announced, int there) {
        if (announced < 0 || announced > most) {
            throw new SpException(
                    SpError.TOO_LONG,
                    "a message must not be larger than the receive limit: size=" + Long.toUnsignedString(announced)
                            + ", limit=" + most);
        }
        length = (int) announced;
        filled = 0;
        if (length <= there) {
            message = SpMessage.allocate(length);
        } else {
            budgeted = budget.take(length);
            message = SpMessage.allocate(budgeted);
        }
    }

    private void settle() {
        if (budgeted > 0) {
            budget.giveBack(budgeted);
            budgeted = 0;
        }
    }

    private SpMessage grow(SpMessage full) {
        SpMessage larger = SpMessage.allocate((int) Math.min(length, 2L * full.size()));
        full.copyTo(0, larger.body());
        message = larger;
        full.release();
        settle();
        return larger;
    }

    /**
     * Where the next bytes of a large message belong, to be read there directly; tell {@link #filled} how many were. Null:
     * give the bytes to {@link #next}.
     */
    @Nullable
    ByteBuffer wanted() {
        SpMessage whole = message;
        if (whole == null) {
            return null;
        }
        if (!whole.isDirect()) {
            return null;
        }
        ByteBuffer body = whole.body();
        return body.position(body.position() + filled);
    }

    /** So many bytes were put into {@link #wanted}; {@link #next} goes on from there. */
    void filled(int count) {
        filled += count;
    }

    /** Whether the message before was one that is read directly, and between it and the next nothing has arrived. */
    boolean afterLarge() {
        return message == null && headerBytes == 0 && length >= FrameFormat.LARGE;
    }

    /** Drops what has arrived of the current message. */
    void discard() {
        SpMessage part = message;
        if (part != null) {
            message = null;
            part.release();
            settle();
        }
    }
}
