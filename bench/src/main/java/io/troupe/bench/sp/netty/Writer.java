// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * Gathers messages of any threads in one queue, which the event loop empties: small ones are copied into buffers of 64 KiB,
 * large ones are written as they are, with a header before them. Senders sleep while the queue is full.
 */
final class Writer extends ChannelInboundHandlerAdapter {
    private static final int QUEUE = 256;
    private static final int BUFFER = 64 * 1024;
    private static final int SMALL = 8 * 1024;
    private static final int BURST = 16;
    private static final long FULL_NANOS = 10_000;

    private final MpscVarHandleArrayQueue<byte[]> queue = new MpscVarHandleArrayQueue<>(QUEUE);
    /** True from the offer that finds the writer asleep until the writer finds the queue empty. */
    private final AtomicBoolean draining = new AtomicBoolean();
    /** A flush tells of writability while it still runs. Event loop only. */
    private boolean inDrain;

    private final Channel channel;
    private final Wire wire;

    Writer(Channel channel, Wire wire) {
        this.channel = channel;
        this.wire = wire;
    }

    /** Any thread but the event loop. */
    void send(byte[] payload) {
        while (!queue.offer(payload)) {
            LockSupport.parkNanos(FULL_NANOS);
        }
        if (!draining.get() && draining.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::drain);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (draining.get() && !inDrain && channel.isWritable()) {
            drain();
        }
    }

    /** Is continued by one task or one event, never by both. */
    private void drain() {
        inDrain = true;
        boolean more = write();
        channel.flush();
        inDrain = false;
        if (more && channel.isWritable()) {
            channel.eventLoop().execute(this::drain);
        } // else the writer sleeps, or channelWritabilityChanged goes on
    }

    /** Whether there may be more. */
    private boolean write() {
        for (int i = 0; i < BURST && channel.isWritable(); i++) {
            byte[] payload = queue.poll();
            if (payload != null) {
                write(payload);
                continue;
            }
            draining.set(false);
            // An offer between the last poll and that line has seen the writer awake and gone away.
            if (queue.isEmpty() || !draining.compareAndSet(false, true)) {
                return false;
            }
        }
        return true;
    }

    private void write(byte[] first) {
        if (first.length > SMALL) {
            ByteBuf header = channel.alloc().directBuffer(wire.headerBytes());
            wire.writeHeader(header, first.length);
            ChannelFuture unused = channel.write(header, channel.voidPromise());
            unused = channel.write(Unpooled.wrappedBuffer(first), channel.voidPromise());
            return;
        }
        ByteBuf buffer = channel.alloc().directBuffer(BUFFER);
        byte[] payload = first;
        while (payload != null) {
            wire.writeHeader(buffer, payload.length);
            buffer.writeBytes(payload);
            payload = buffer.writableBytes() >= wire.headerBytes() + first.length ? queue.poll() : null;
        }
        ChannelFuture unused = channel.write(buffer, channel.voidPromise());
    }
}
