// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Closes a socket so that the other side gets all that was written, the reason of a refusal too: sends the rest, says that
 * nothing follows, and drops what comes until the other side has closed as well. A plain close with unread bytes would make the
 * kernel throw away what is under way. Bounded in time. Stands next to the socket; loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class OrderlyClose extends ChannelDuplexHandler {
    /** How long an orderly end may take. */
    static final long GRACE_MILLIS = 3_000;

    private boolean closing;

    /** For one connection. */
    public OrderlyClose() {}

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        Channel channel = ctx.channel();
        if (!channel.isActive() || !(channel instanceof DuplexChannel)) {
            ctx.close(promise);
            return;
        }
        channel.closeFuture().addListener(done -> promise.trySuccess());
        if (!closing) {
            closing = true;
            finish(ctx, channel);
        }
    }

    private static void finish(ChannelHandlerContext ctx, Channel channel) {
        Future<?> limit = ctx.executor().schedule(() -> force(channel), GRACE_MILLIS, TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(done -> limit.cancel(false));
        boolean isLast = ((DuplexChannel) channel).isInputShutdown();
        if (!isLast) {
            channel.config().setAutoRead(true); // else the end of the other side would not be seen
        }
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (written.isSuccess() && !isLast) {
                ((DuplexChannel) channel).shutdownOutput();
            } else {
                force(channel);
            }
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (closing && event instanceof ChannelInputShutdownEvent) {
            force(ctx.channel()); // both sides have closed
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    /** Closes past all handlers. */
    static void force(Channel channel) {
        channel.unsafe().close(channel.unsafe().voidPromise());
    }
}
