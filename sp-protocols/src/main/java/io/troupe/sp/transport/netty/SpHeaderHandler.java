// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.nio.ByteBuffer;

/**
 * The SP header, eight bytes both ways, as soon as TLS stands, or the connection where there is none; then the pipe takes this
 * handler's place. Loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class SpHeaderHandler extends ChannelInboundHandlerAdapter {
    private static final int SIZE = 8;
    /** NUL S P, and version 0. */
    private static final int MAGIC = 0x00_53_50_00;

    private final ConnectionAttempt attempt;
    private final AttemptTarget target;
    private final boolean secure;
    private final ByteBuffer theirs = ByteBuffer.allocate(SIZE);

    private SpHeaderHandler(ConnectionAttempt attempt, AttemptTarget target, boolean secure) {
        this.attempt = attempt;
        this.target = target;
        this.secure = secure;
    }

    /** For one connection with TLS. */
    static SpHeaderHandler secure(ConnectionAttempt attempt, AttemptTarget target) {
        return new SpHeaderHandler(attempt, target, true);
    }

    /** For one connection over a Unix socket, where frames have a type. */
    static SpHeaderHandler local(ConnectionAttempt attempt, AttemptTarget target) {
        return new SpHeaderHandler(attempt, target, false);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!secure) {
            greet(ctx);
        }
        ctx.fireChannelActive();
    }

    private void greet(ChannelHandlerContext ctx) {
        ByteBuf ours = ctx.alloc().buffer(SIZE);
        ours.writeInt(MAGIC).writeShort(target.protocol().number()).writeShort(0);
        ctx.writeAndFlush(ours, ctx.voidPromise());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls) {
            if (tls.isSuccess()) {
                greet(ctx);
            } else {
                attempt.fail(tls.cause());
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            int part = Math.min(theirs.remaining(), in.readableBytes());
            in.readBytes(theirs.limit(theirs.position() + part));
            theirs.limit(SIZE);
            if (theirs.hasRemaining() || attempt.isOver()) {
                return;
            }
            check(theirs.getInt(0), theirs.getShort(4), theirs.getShort(6));
            ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, !secure); // TLS has a goodbye of its own
            StreamFramingHandler framing = new StreamFramingHandler(target.mostBytes(), !secure);
            attempt.succeed(ctx, framing);
            if (in.isReadable()) {
                framing.read(in.retain());
            }
        } catch (SpException e) {
            attempt.fail(e);
        } finally {
            in.release();
        }
    }

    private void check(int magic, short type, short reserved) {
        if (magic != MAGIC || reserved != 0) {
            throw new SpException(
                    SpError.PROTOCOL, "the other side does not speak SP: " + facts(magic, type, reserved));
        }
        if (type != target.protocol().peerNumber()) {
            throw new SpException(
                    SpError.PROTOCOL,
                    "protocols do not fit: ours=" + target.protocol() + ", " + facts(magic, type, reserved));
        }
    }

    private String facts(int magic, short type, short reserved) {
        return "header="
                + String.format("%08x%04x%04x", magic, type & 0xffff, reserved & 0xffff)
                + ", address="
                + target.address();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        attempt.lost();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        attempt.fail(cause);
        ctx.close();
    }
}
