// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.net.ProtocolException;
import java.util.List;

/** The first eight bytes in both directions; goes away when it has seen the peer's. */
final class Greeting extends ByteToMessageDecoder {
    private static final long MAGIC = 0x0053_5000_0000_0000L;
    private static final int SHIFT = 16;

    private final int own;
    private final int peer;

    Greeting(int own, int peer) {
        this.own = own;
        this.peer = peer;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ChannelFuture unused = context.writeAndFlush(
                context.alloc().buffer(Long.BYTES).writeLong(MAGIC | (long) own << SHIFT), context.voidPromise());
        context.fireChannelActive();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ProtocolException {
        if (in.readableBytes() < Long.BYTES) {
            return;
        }
        long greeting = in.readLong();
        if (greeting != (MAGIC | (long) peer << SHIFT)) {
            throw new ProtocolException("peer must greet with its protocol: greeting=" + Long.toHexString(greeting)
                    + ", protocol=" + Integer.toHexString(peer));
        }
        context.pipeline().remove(this); // passes on what came behind it
    }
}
