// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import org.jspecify.annotations.Nullable;

/** One WebSocket message for each message, binary or text, in one frame or many. Loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class WebSocketFramingHandler extends FramingHandler {
    /** nng takes no larger frames, whatever the size of messages it takes. */
    private static final int LARGEST_FRAME = 1 << 20;

    /** Up to here a copy costs less than a buffer of its own. */
    private static final int SMALL = 8 << 10;

    private final int mostBytes;
    private final boolean mayHalfClose;
    /** The fragments of an unfinished message. */
    private @Nullable ByteBuf joined;

    /**
     * How it leaves. nanomsg, which has no TLS, never dials again after a close frame, so those who dialled us in plain hear the
     * end of the stream instead.
     */
    WebSocketFramingHandler(int mostBytes, boolean mayHalfClose) {
        this.mostBytes = mostBytes;
        this.mayHalfClose = mayHalfClose;
    }

    @Override
    void read(Object received) {
        try {
            ChannelPipe pipe = pipe();
            if (pipe == null || pipe.isFailed()) {
                return;
            }
            if (received instanceof WebSocketFrame frame) {
                read(frame, pipe);
            } else { // came together with the HTTP request, past the decoder
                pipe.failed(new SpException(SpError.PROTOCOL, "nothing may be sent before the upgrade is answered"));
            }
        } finally {
            ReferenceCountUtil.release(received);
        }
    }

    private void read(WebSocketFrame frame, ChannelPipe pipe) {
        if (frame instanceof CloseWebSocketFrame) {
            pipe.heardGoodbye();
        } else if (frame instanceof PingWebSocketFrame) {
            // a peer that does not read the answers gets none
            if (context().channel().isWritable() && pipe.isTalking()) {
                context()
                        .writeAndFlush(
                                new PongWebSocketFrame(frame.content().retain()),
                                context().voidPromise());
            }
        } else if (!(frame instanceof PongWebSocketFrame)) {
            data(frame, pipe);
        }
    }

    private void data(WebSocketFrame frame, ChannelPipe pipe) {
        ByteBuf part = frame.content();
        ByteBuf before = joined;
        long size = part.readableBytes() + (before == null ? 0L : before.readableBytes());
        if (size > mostBytes) {
            SpException tooLong = new SpException(
                    SpError.TOO_LONG,
                    "a message must not be longer than the limit: bytes=" + size + ", maxReceiveSize=" + mostBytes);
            pipe.breakOff(tooLong);
            context()
                    .writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.MESSAGE_TOO_BIG))
                    .addListener(done -> pipe.failed(tooLong));
        } else if (frame.isFinalFragment() && before == null) {
            pipe.arrived(message(part));
        } else {
            if (before == null) {
                before = context().alloc().buffer(part.readableBytes());
                joined = before;
            }
            before.writeBytes(part);
            if (frame.isFinalFragment()) {
                joined = null;
                try {
                    pipe.arrived(message(before));
                } finally {
                    before.release();
                }
            }
        }
    }

    private static SpMessage message(ByteBuf content) {
        SpMessage message = SpMessage.allocate(content.readableBytes());
        content.readBytes(message.body());
        return message;
    }

    @Override
    void write(SpMessage message, ChannelSendQueue from) {
        int size = message.wireSize();
        ByteBuf content;
        ChannelSendQueue.Batch batch;
        if (size <= SMALL || message.headerSize() > 0) {
            content = context().alloc().ioBuffer(size);
            for (int i = 0; i < message.headerSize(); i++) {
                content.writeInt(message.headerWord(i));
            }
            content.writeBytes(message.body());
            message.release();
            batch = from.batch();
            batch.add(size);
        } else {
            content = Unpooled.wrappedBuffer(message.body());
            batch = from.batch(message);
        }
        write(content).addListener(batch);
    }

    private ChannelFuture write(ByteBuf content) {
        if (content.readableBytes() <= LARGEST_FRAME) {
            return context().write(new BinaryWebSocketFrame(content));
        }
        context().write(new BinaryWebSocketFrame(false, 0, content.readRetainedSlice(LARGEST_FRAME)));
        while (content.readableBytes() > LARGEST_FRAME) {
            context().write(new ContinuationWebSocketFrame(false, 0, content.readRetainedSlice(LARGEST_FRAME)));
        }
        return context().write(new ContinuationWebSocketFrame(true, 0, content));
    }

    @Override
    void flush() {
        context().flush();
    }

    @Override
    ChannelFuture goodbye(boolean answer) {
        if (mayHalfClose && !answer && context().channel() instanceof DuplexChannel duplex) {
            return halfClose(duplex);
        }
        return context().writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE, ""));
    }

    @Override
    void discard() {
        ByteBuf unfinished = joined;
        joined = null;
        if (unfinished != null) {
            unfinished.release();
        }
    }
}
