// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.troupe.bench.remoting.stack.Echo;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * One end of the connection. Any thread offers to the queue, the event loop alone drains it: as many frames as fit go into one
 * buffer, and one flush takes all buffers. A frame is its payload's length, the number of the call or -1, and the payload.
 */
abstract class Link extends ByteToMessageDecoder {
    private static final int QUEUE = 64 * 1024;
    private static final int BUFFER = 64 * 1024;
    private static final int HEADER = 2 * Integer.BYTES;
    private static final int NO_CALL = -1;
    /** No measured frame has to grow a buffer that holds less. */
    private static final int FULL = BUFFER - HEADER - Echo.PAYLOAD_BYTES;
    /** Buffers in a row, before the event loop may read again. */
    private static final int BURST = 16;
    /** How long a sender sleeps while the queue is full; the writer empties half of it in about that time. */
    private static final long FULL_NANOS = 1_000_000;

    /** Payloads of one-way messages, and calls. */
    private final MpscVarHandleArrayQueue<Object> queue = new MpscVarHandleArrayQueue<>(QUEUE);
    /** True from the offer that finds the writer asleep until the writer finds the queue empty. */
    private final AtomicBoolean draining = new AtomicBoolean();
    /** A flush tells of writability while it still runs. Event loop only. */
    private boolean inDrain;

    private final Channel channel;

    Link(Channel channel) {
        this.channel = channel;
    }

    abstract void onTell(byte[] payload);

    abstract void onCall(int id, byte[] payload);

    /** Sends a payload one way, or a call. Sleeps while the queue is full. Any thread. */
    final void send(Object item) {
        while (!queue.offer(item)) {
            if (channel.eventLoop().inEventLoop()) {
                throw new IllegalStateException("queue must take what is under way: capacity=" + QUEUE);
            }
            LockSupport.parkNanos(FULL_NANOS);
        }
        if (!draining.get() && draining.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::drain);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        while (in.readableBytes() >= HEADER) {
            int length = in.getInt(in.readerIndex());
            if (in.readableBytes() < HEADER + length) {
                return;
            }
            int id = in.getInt(in.readerIndex() + Integer.BYTES);
            byte[] payload = new byte[length];
            in.skipBytes(HEADER).readBytes(payload);
            if (id == NO_CALL) {
                onTell(payload);
            } else {
                onCall(id, payload);
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (draining.get() && !inDrain && channel.isWritable()) {
            drain();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        cause.printStackTrace();
        ChannelFuture unused = context.close();
    }

    /** Event loop only, and only while {@code draining}; is continued by one task or one event, never by both. */
    private void drain() {
        inDrain = true;
        boolean more = writeBuffers();
        channel.flush();
        inDrain = false;
        if (more && channel.isWritable()) {
            channel.eventLoop().execute(this::drain);
        } // else the writer sleeps, or channelWritabilityChanged goes on
    }

    /** Whether there may be more. */
    private boolean writeBuffers() {
        for (int i = 0; i < BURST && channel.isWritable(); i++) {
            if (!writeBuffer()) {
                draining.set(false);
                // An offer between the last poll and that line has seen the writer awake and gone away.
                if (queue.isEmpty() || !draining.compareAndSet(false, true)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether the buffer was filled, so that there may be more. */
    private boolean writeBuffer() {
        Object item = queue.poll();
        if (item == null) {
            return false;
        }
        ByteBuf buffer = channel.alloc().directBuffer(BUFFER);
        while (item != null) {
            if (item instanceof Call call) {
                write(buffer, call.id(), call.payload());
            } else {
                write(buffer, NO_CALL, (byte[]) item);
            }
            item = buffer.readableBytes() < FULL ? queue.poll() : null;
        }
        boolean full = buffer.readableBytes() >= FULL;
        ChannelFuture unused = channel.write(buffer, channel.voidPromise());
        return full;
    }

    private static void write(ByteBuf buffer, int id, byte[] payload) {
        buffer.writeInt(payload.length).writeInt(id).writeBytes(payload);
    }
}
