// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Gives a channel within the process what sockets have: it is full when the other side does not read, its end shows whether
 * it came in order, and nothing happens to the other end within a call of this one, even where both live on the same loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class InprocHandler extends ChannelDuplexHandler {
    private static final int FLAG = 1;

    private final int lowMark;
    private final int highMark;
    /** Weight of what was written and not yet taken. Added to by the own loop, subtracted by that of the other side. */
    private final AtomicLong flying = new AtomicLong();

    /**
     * What may not have been taken yet. A parcel that the channel puts into the queue of the other end just when that closes is
     * lost there without a word: so this end gives the bytes back in the end. The own loop's.
     */
    private final ArrayDeque<Parcel> sent = new ArrayDeque<>();

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

    /** The very last event of a channel, which comes however it has ended. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        sent.forEach(Parcel::discard);
        sent.clear();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (!(message instanceof ByteBuf bytes)) {
            ctx.write(message, promise);
            return;
        }
        Parcel parcel = Parcel.of(bytes, this);
        remember(parcel);
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
                deliver(ctx, parcel);
            }
        } finally {
            parcel.release();
        }
    }

    private static void deliver(ChannelHandlerContext ctx, Parcel parcel) {
        ByteBuf bytes = parcel.take();
        if (bytes != null) { // else its sender has aborted
            ctx.fireChannelRead(bytes);
        }
    }

    /** Until somebody has taken it. */
    private void remember(Parcel parcel) {
        for (Parcel oldest = sent.peek(); oldest != null && oldest.isEmpty(); oldest = sent.peek()) {
            sent.poll();
        }
        sent.add(parcel);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(ctx, closing == null);
    }

    /**
     * The loop of the other end has rejected a write, as it has ended. The channel has asked to be closed, then closed itself
     * at once; it will not say that it is inactive, so this handler does.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelOutputShutdownEvent) {
            ctx.close();
            end(ctx, true);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** Leaves out what a write is told just before the channel closes itself: the event above says the same. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof ChannelOutputShutdownException)) {
            ctx.fireExceptionCaught(cause);
        }
    }

    private void end(ChannelHandlerContext ctx, boolean unexpected) {
        if (unexpected && !endSeen) {
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
        Parcel end = Parcel.last(this);
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
            close(end);
        }
    }

    private static void close(ChannelHandlerContext end) {
        try {
            end.executor().execute(end::close);
        } catch (RejectedExecutionException e) {
            // its loop could not wait for the other side: it has ended, and closed the channel before
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
