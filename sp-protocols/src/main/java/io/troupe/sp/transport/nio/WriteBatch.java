// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link PipeWriter} has taken and the channel has not: frames one behind the other in a borrowed buffer, and behind them a
 * message that is not there as a whole. Large bodies are written from their own buffers. For the holder of its writer.
 */
final class WriteBatch {
    private final SocketChannel channel;
    private final FrameFormat format;
    private final BufferPool buffers;
    private final ByteBuffer[] pair = new ByteBuffer[2];
    private @Nullable ByteBuffer buffer;
    private int from;
    private int to;
    /** Messages whose last byte is in the buffer. */
    private int whole;

    private @Nullable SpMessage current;
    /** Bytes of the current message's body that are in the buffer or written; -1: not even its header. */
    private int currentAt;

    private @Nullable ByteBuffer currentBody;
    private long stagedAt;
    private long lastNanos;

    WriteBatch(SocketChannel channel, FrameFormat format, BufferPool buffers) {
        this.channel = channel;
        this.format = format;
        this.buffers = buffers;
    }

    boolean isEmpty() {
        return from == to && current == null;
    }

    /** Messages that are not written as a whole. */
    int messages() {
        return whole + (current == null ? 0 : 1);
    }

    /** Bytes in the buffer that are to be written. */
    int bytes() {
        return to - from;
    }

    /** When the oldest bytes in the buffer came, in the system's nanoseconds. */
    long stagedAt() {
        return stagedAt;
    }

    /** Takes the next message, to be pushed; there must be no other. */
    void take(SpMessage message) {
        current = message;
        currentAt = -1;
    }

    /** As {@link #take}; returns how long before the last one was taken this way or something was written, nanoseconds. */
    long takeAfter(SpMessage message) {
        long now = System.nanoTime();
        long since = now - lastNanos;
        lastNanos = now;
        take(message);
        return since;
    }

    /** Puts the current message, if there is one, into the buffer or writes it; false: the system takes no more for now. */
    boolean push() throws IOException {
        SpMessage message = current;
        if (message == null) {
            return true;
        }
        int size = message.size();
        boolean large = size >= FrameFormat.LARGE && message.isDirect();
        if (currentAt < 0) {
            int least = headerSize(message) + (size < FrameFormat.LARGE ? size : 0);
            if (space() < least && !write()) {
                return false;
            }
            if (from == to) {
                stagedAt = lastNanos;
            }
            addHeader(message);
            currentAt = 0;
            if (large) {
                currentBody = message.body();
            }
        }
        if (!(large ? writeBody() : addBody(message, size))) {
            return false;
        }
        current = null;
        currentBody = null;
        message.release();
        return true;
    }

    private int space() {
        return BufferPool.SIZE - to;
    }

    private int headerSize(SpMessage message) {
        return format.headerSize() + message.headerSize() * Integer.BYTES;
    }

    /** Adds what stands before a message's body; there must be space. */
    private void addHeader(SpMessage message) {
        ByteBuffer out = buffer();
        out.clear().position(to);
        format.encode(out, message.wireSize());
        for (int i = 0; i < message.headerSize(); i++) {
            out.putInt(message.headerWord(i));
        }
        to = out.position();
    }

    private boolean addBody(SpMessage message, int size) throws IOException {
        while (currentAt < size) {
            if (space() == 0 && !write()) {
                return false;
            }
            ByteBuffer out = buffer();
            out.clear().position(to);
            int count = message.copyTo(currentAt, out);
            to += count;
            currentAt += count;
        }
        whole++;
        return true;
    }

    /** Writes the buffer and the current body behind it; false: the system takes no more for now. */
    private boolean writeBody() throws IOException {
        ByteBuffer body = currentBody;
        if (body == null) {
            throw new IllegalStateException("a large body is written from its own buffer");
        }
        if (from == to) {
            channel.write(body);
        } else {
            ByteBuffer out = buffer().limit(to).position(from);
            pair[0] = out;
            pair[1] = body;
            channel.write(pair, 0, 2);
            advance(out);
        }
        lastNanos = System.nanoTime();
        return !body.hasRemaining();
    }

    /** Writes the buffer, and the rest of a large body; false: the system takes no more for now. */
    boolean write() throws IOException {
        if (currentBody != null) {
            return push();
        }
        boolean all = true;
        if (from < to) {
            ByteBuffer out = buffer().limit(to).position(from);
            channel.write(out);
            all = advance(out);
            lastNanos = System.nanoTime();
        }
        return all;
    }

    private boolean advance(ByteBuffer out) {
        from = out.position();
        if (from < to) {
            return false;
        }
        clear();
        return true;
    }

    private void clear() {
        from = 0;
        to = 0;
        whole = 0;
    }

    /** Gives the empty buffer back. */
    void giveBack() {
        ByteBuffer empty = buffer;
        if (empty != null) {
            buffer = null;
            buffers.give(empty);
        }
    }

    private ByteBuffer buffer() {
        ByteBuffer out = buffer;
        if (out == null) {
            out = buffers.take();
            buffer = out;
        }
        return out;
    }

    /** Releases all; returns how many messages there were. */
    int discard() {
        int dropped = messages();
        SpMessage half = current;
        current = null;
        currentBody = null;
        clear();
        if (half != null) {
            half.release();
        }
        return dropped;
    }
}
