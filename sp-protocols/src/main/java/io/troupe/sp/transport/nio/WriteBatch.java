// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.message.SpMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Frames one behind the other in a borrowed buffer, to be written together. For the holder of its {@link PipeWriter}. */
final class WriteBatch {
    private final SocketChannel channel;
    private final FrameFormat format;
    private final BufferPool buffers;
    private final ByteBuffer[] pair = new ByteBuffer[2];
    private @Nullable ByteBuffer buffer;
    private int from;
    private int to;
    private int messages;

    WriteBatch(SocketChannel channel, FrameFormat format, BufferPool buffers) {
        this.channel = channel;
        this.format = format;
        this.buffers = buffers;
    }

    /** Bytes that are to be written. */
    int bytes() {
        return to - from;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** Bytes that can be added. */
    int space() {
        return BufferPool.SIZE - to;
    }

    /** Messages whose last byte is here. */
    int messages() {
        return messages;
    }

    /** Bytes before a message's body. */
    int headerSize(SpMessage message) {
        return format.headerSize() + message.headerSize() * Integer.BYTES;
    }

    /** Adds what stands before a message's body; there must be space. */
    void addHeader(SpMessage message) {
        ByteBuffer out = buffer();
        out.clear().position(to);
        format.encode(out, message.wireSize());
        for (int i = 0; i < message.headerSize(); i++) {
            out.putInt(message.headerWord(i));
        }
        to = out.position();
    }

    /** Adds as much of a body from this offset on as there is space for; returns how much. */
    int addBody(SpMessage message, int offset) {
        ByteBuffer out = buffer();
        out.clear().position(to);
        int count = message.copyTo(offset, out);
        to += count;
        return count;
    }

    /** The message is here with its last byte. */
    void endMessage() {
        messages++;
    }

    /** Writes; false: the system takes no more for now. */
    boolean write() throws IOException {
        ByteBuffer out = buffer().limit(to).position(from);
        channel.write(out);
        return advance(out);
    }

    /** Writes, and a body behind it; false: the system takes no more for now. */
    boolean writeWith(ByteBuffer body) throws IOException {
        if (isEmpty()) {
            channel.write(body);
        } else {
            ByteBuffer out = buffer().limit(to).position(from);
            pair[0] = out;
            pair[1] = body;
            channel.write(pair, 0, 2);
            advance(out);
        }
        return !body.hasRemaining();
    }

    private boolean advance(ByteBuffer out) {
        from = out.position();
        if (from < to) {
            return false;
        }
        clear();
        return true;
    }

    /** Forgets what is here. */
    void clear() {
        from = 0;
        to = 0;
        messages = 0;
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
}
