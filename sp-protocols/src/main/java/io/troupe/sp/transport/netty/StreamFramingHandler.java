// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import org.jspecify.annotations.Nullable;

/**
 * {@code length:u64be} and payload, on Unix sockets with a type before them; small messages share a buffer, large ones are not
 * copied. Loop only.
 */
final class StreamFramingHandler extends FramingHandler {
    /** Up to here a copy costs less than a buffer of its own. */
    private static final int SMALL = 8 << 10;

    private static final int FIRST_BUFFER = 1 << 10;
    private static final int LARGEST_BUFFER = 64 << 10;

    private final FrameReader reader;
    private final boolean typed;
    private @Nullable ByteBuf open;
    private ChannelSendQueue.@Nullable Batch batch;

    StreamFramingHandler(int mostBytes, boolean typed) {
        this.reader = new FrameReader(mostBytes, typed);
        this.typed = typed;
    }

    @Override
    void read(Object received) {
        ByteBuf in = (ByteBuf) received;
        ChannelPipe pipe = pipe();
        try {
            if (pipe != null && !pipe.isFailed()) {
                reader.read(in, pipe::arrived);
            }
        } catch (SpException e) {
            if (pipe != null) {
                pipe.failed(e);
            }
        } finally {
            in.release();
        }
    }

    @Override
    void write(SpMessage message, ChannelSendQueue from) {
        int size = message.wireSize();
        boolean small = size <= SMALL;
        int headBytes = Long.BYTES + (typed ? 1 : 0) + size - message.size();
        ByteBuf buffer = room(small ? headBytes + message.size() : headBytes, from);
        if (typed) {
            buffer.writeByte(FrameReader.MESSAGE);
        }
        buffer.writeLong(size);
        for (int i = 0; i < message.headerSize(); i++) {
            buffer.writeInt(message.headerWord(i));
        }
        ChannelSendQueue.Batch sharing = batch;
        if (small && sharing != null) {
            buffer.writeBytes(message.body());
            message.release();
            sharing.add(size);
            return;
        }
        handOver();
        ChannelSendQueue.Batch alone = from.batch(message);
        context().write(Unpooled.wrappedBuffer(message.body())).addListener(alone);
    }

    private ByteBuf room(int bytes, ChannelSendQueue from) {
        ByteBuf buffer = open;
        if (buffer != null && buffer.readableBytes() + bytes > LARGEST_BUFFER) {
            handOver();
            buffer = null;
        }
        if (buffer == null) {
            buffer = context().alloc().ioBuffer(Math.max(FIRST_BUFFER, bytes));
            open = buffer;
            batch = from.batch();
        }
        return buffer;
    }

    private void handOver() {
        ByteBuf buffer = open;
        ChannelSendQueue.Batch sharing = batch;
        if (buffer != null && sharing != null) {
            open = null;
            batch = null;
            context().write(buffer).addListener(sharing);
        }
    }

    @Override
    void flush() {
        handOver();
        context().flush();
    }

    @Override
    ChannelFuture goodbye(boolean answer) {
        Channel channel = context().channel();
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            return tls.closeOutbound();
        }
        return !answer && channel instanceof DuplexChannel duplex ? halfClose(duplex) : channel.newSucceededFuture();
    }

    @Override
    void discard() {
        reader.discard();
        ByteBuf unwritten = open;
        open = null;
        if (unwritten != null) {
            unwritten.release();
        }
    }
}
