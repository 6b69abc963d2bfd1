// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.troupe.sp.message.SpMessage;
import org.jspecify.annotations.Nullable;

/** How messages of a pipe look on the wire; stands last in the pipeline. Loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
abstract class FramingHandler extends ChannelInboundHandlerAdapter {
    private @Nullable ChannelPipe pipe;
    private @Nullable ChannelHandlerContext context;

    /** Works for this pipe from now on. */
    final void serve(ChannelPipe given) {
        pipe = given;
    }

    /** The pipe; null when nobody wanted it. */
    final @Nullable ChannelPipe pipe() {
        return pipe;
    }

    final ChannelHandlerContext context() {
        ChannelHandlerContext own = context;
        if (own == null) {
            throw new IllegalStateException("a framing must be in a pipeline");
        }
        return own;
    }

    /** Takes what arrived, and gives it back. */
    abstract void read(Object received);

    /** Writes a message and tells when it is out. The message is the framing's from now on. */
    abstract void write(SpMessage message, ChannelSendQueue from);

    /** Sends what has been written. */
    abstract void flush();

    /**
     * Says that nothing follows.
     *
     * @param answer whether the other side has said so before
     */
    abstract ChannelFuture goodbye(boolean answer);

    /** Ends what this side writes, after all that is on its way, pongs too: it drops what has not been written. */
    final ChannelFuture halfClose(DuplexChannel channel) {
        ChannelPromise halfClosed = channel.newPromise();
        context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> channel.shutdownOutput(halfClosed));
        return halfClosed;
    }

    /** Gives back what is half done. */
    abstract void discard();

    @Override
    public final void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object received) {
        if (pipe == null) {
            ReferenceCountUtil.release(received);
        } else {
            read(received);
        }
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        boolean ended = event instanceof SslCloseCompletionEvent end ? end.isSuccess() : isHalfClosed(event);
        if (ended && pipe != null) {
            pipe.heardGoodbye();
        }
    }

    private static boolean isHalfClosed(Object event) {
        return event instanceof ChannelInputShutdownEvent;
    }

    @Override
    public final void channelInactive(ChannelHandlerContext ctx) {
        discard();
        if (pipe != null) {
            pipe.disconnected();
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (pipe != null) {
            pipe.failed(cause);
        } else {
            ctx.close();
        }
    }
}
