// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/** Replies with what was asked, the request's number included. Event loop only. */
final class Echo extends SimpleChannelInboundHandler<ByteBuf> {
    private final Wire wire;

    Echo(Wire wire) {
        this.wire = wire;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf request) {
        int length = request.readableBytes();
        ByteBuf reply = context.alloc().directBuffer(wire.headerBytes() + length);
        wire.writeHeader(reply, length);
        reply.writeBytes(request);
        ChannelFuture unused = context.writeAndFlush(reply, context.voidPromise());
    }
}
