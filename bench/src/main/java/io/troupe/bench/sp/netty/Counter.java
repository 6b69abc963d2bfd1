// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.atomic.AtomicLong;

/** Counts messages; event loop only, the count is read by others. */
final class Counter extends SimpleChannelInboundHandler<ByteBuf> {
    private final int bytes;
    private final AtomicLong count;

    Counter(int bytes, AtomicLong count) {
        this.bytes = bytes;
        this.count = count;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
        if (message.readableBytes() != bytes) {
            throw new IllegalStateException("message must have the length that was sent: length="
                    + message.readableBytes() + ", expected=" + bytes);
        }
        count.lazySet(count.get() + 1);
    }
}
