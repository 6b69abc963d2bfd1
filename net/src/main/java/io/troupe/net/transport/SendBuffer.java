// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;

/** Collects what is written into few buffers, so that the socket is asked rarely. Loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class SendBuffer {
    private static final int LARGEST = 64 << 10;
    private static final int SMALLEST = 256;

    private final Channel channel;
    private @Nullable ByteBuf open;
    /** As much as left last time: a guess that keeps buffers of small messages small while they wait. */
    private int guess = SMALLEST;

    SendBuffer(Channel channel) {
        this.channel = channel;
    }

    void write(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            ByteBuf buffer = open;
            if (buffer == null) {
                int size = Math.min(LARGEST, Math.max(guess, to - at));
                buffer = channel.alloc().directBuffer(size, LARGEST);
                open = buffer;
            }
            int part = Math.min(to - at, LARGEST - buffer.readableBytes());
            buffer.writeBytes(bytes, at, part);
            at += part;
            if (buffer.readableBytes() == LARGEST) {
                handOver();
            }
        }
    }

    void flush() {
        handOver();
        channel.flush();
    }

    /** Bytes that wait here. */
    int collected() {
        ByteBuf buffer = open;
        return buffer == null ? 0 : buffer.readableBytes();
    }

    /** Bytes that wait in the channel. */
    long handedOver() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    /** Gives back what never left. */
    void discard() {
        ByteBuf buffer = open;
        open = null;
        if (buffer != null) {
            buffer.release();
        }
    }

    private void handOver() {
        ByteBuf buffer = open;
        if (buffer != null) {
            open = null;
            guess = Math.max(SMALLEST, buffer.readableBytes());
            // a failure is reported to the pipeline instead of a future
            channel.write(buffer, channel.voidPromise());
        }
    }
}
