// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty.channel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Gives a channel within the process what sockets have: it is full when the other side does not read, its end shows whether
 * it came in order, and nothing happens to the other end within a call of this one, even where both live on the same loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
public final class InprocHandler extends ChannelDuplexHandler {
    private static final int FLAG = 1;

    private final int lowMark;
    private final int highMark;
    /** Weight of what was written and not yet taken. Added to by the own loop, subtracted by that of the other side. */
    private final AtomicLong flying = new AtomicLong();

    private boolean endSeen;
    /** Written by the own loop; the other one reads it after its subtraction, this one looks again after writing. */
    private volatile @Nullable ChannelHandlerContext closing;

    private volatile @Nullable Channel channel;

    /**
     * For one end.
     *
     * @param lowMark bytes at which it becomes writable again
     * @param highMark bytes from which on it is full
     */
    public InprocHandler(int lowMark, int highMark) {
        this.lowMark = lowMark;
        this.highMark = highMark;
    }

    /** Bytes that the other side has not taken yet. */
    long flying() {
        return flying.get();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (!(message instanceof ByteBuf bytes)) {
            ctx.write(message, promise);
            return;
        }
        Parcel parcel = new Parcel(bytes, this, false);
        if (flying.addAndGet(parcel.weight()) >= highMark) {
            writable(false);
            if (flying.get() <= lowMark) {
                writable(true); // all of it landed between the two lines
            }
        }
        ctx.write(parcel, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        // later: now, the other end might be called within the listener of this one
        ctx.executor().execute(ctx::flush);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof Parcel parcel)) {
            ctx.fireChannelRead(message);
            return;
        }
        try {
            if (parcel.isLast()) {
                endSeen = true;
            } else if (closing == null) {
                ctx.fireChannelRead(parcel.content().retain());
            }
        } finally {
            parcel.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!endSeen && closing == null) {
            ctx.fireExceptionCaught(new IOException("Connection reset"));
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!ctx.channel().isActive()) {
            ctx.close(promise);
            return;
        }
        ctx.channel().closeFuture().addListener(done -> promise.trySuccess());
        if (closing == null) {
            finish(ctx);
        }
    }

    private void finish(ChannelHandlerContext ctx) {
        // not the empty buffer, which is never released
        Parcel end = new Parcel(ctx.alloc().heapBuffer(1), this, true);
        flying.addAndGet(end.weight());
        ctx.write(end, ctx.voidPromise());
        closing = ctx;
        ctx.executor().execute(ctx::flush);
        ctx.executor().schedule(() -> ctx.close(), OrderlyClose.GRACE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The other side has taken something, or it was thrown away. Any thread. */
    void landed(int weight) {
        long left = flying.addAndGet(-weight);
        if (left <= lowMark) {
            writable(true);
        }
        ChannelHandlerContext end = closing;
        if (left == 0 && end != null) {
            end.executor().execute(end::close);
        }
    }

    private void writable(boolean now) {
        Channel owner = channel;
        ChannelOutboundBuffer buffer = owner == null ? null : owner.unsafe().outboundBuffer();
        if (buffer != null) {
            buffer.setUserDefinedWritability(FLAG, now);
        }
    }
}
