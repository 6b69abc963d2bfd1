// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.troupe.bench.sp.stack.Trips;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Asks again when the reply comes. Event loop only, but for {@link #run}. */
final class Caller extends SimpleChannelInboundHandler<ByteBuf> {
    private static final int FIRST = 1 << 31;

    private final Channel channel;
    private final Wire wire;
    private final byte[] payload;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private int number = FIRST;
    private @Nullable Trips trips;

    Caller(Channel channel, Wire wire, int bytes) {
        this.channel = channel;
        this.wire = wire;
        payload = new byte[bytes];
    }

    /** Waits until all trips are over. */
    void run(Trips measured) throws InterruptedException, ExecutionException {
        channel.eventLoop().execute(() -> {
            trips = measured;
            next();
        });
        done.get();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf reply) {
        if (reply.readableBytes() != Integer.BYTES + payload.length || reply.readInt() != number) {
            throw new IllegalStateException("reply must be that to the request: number=" + number);
        }
        next();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        done.completeExceptionally(cause);
    }

    private void next() {
        if (trips == null || !trips.more()) {
            done.complete(null);
            return;
        }
        number = FIRST | (number + 1);
        int length = Integer.BYTES + payload.length;
        ByteBuf request = channel.alloc().directBuffer(wire.headerBytes() + length);
        wire.writeHeader(request, length);
        request.writeInt(number).writeBytes(payload);
        ChannelFuture unused = channel.writeAndFlush(request, channel.voidPromise());
    }
}
