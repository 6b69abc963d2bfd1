// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakerFactory;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.troupe.core.message.PlainText;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.net.URI;

/** A dialer's side of the upgrade to WebSocket, as soon as TCP, or TLS, stands. Loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class UpgradeClient extends SimpleChannelInboundHandler<FullHttpResponse> {
    private static final int MOST_BODY = 4096;

    private final ConnectionAttempt attempt;
    private final AttemptTarget target;
    private final WebSocketClientHandshaker handshaker;

    private UpgradeClient(ConnectionAttempt attempt, AttemptTarget target, URI uri) {
        this.attempt = attempt;
        this.target = target;
        this.handshaker = WebSocketClientHandshakerFactory.newHandshaker(
                uri,
                WebSocketVersion.V13,
                target.protocol().peer().subprotocol(),
                false,
                new DefaultHttpHeaders(),
                target.mostBytes());
    }

    /** Prepares a channel that is about to be connected. */
    static void furnish(Channel channel, ConnectionAttempt attempt, URI uri, AttemptTarget target) {
        UpgradeClient client = new UpgradeClient(attempt, target, uri);
        channel.pipeline()
                .addLast(
                        new StatusLine(client::refused),
                        new HttpClientCodec(),
                        new HttpObjectAggregator(MOST_BODY),
                        client);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (ctx.pipeline().get(SslHandler.class) == null) {
            ask(ctx);
        }
        ctx.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls) {
            if (tls.isSuccess()) {
                ask(ctx);
            } else {
                attempt.fail(tls.cause());
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    private void ask(ChannelHandlerContext ctx) {
        handshaker.handshake(ctx.channel()).addListener(done -> {
            if (!done.isSuccess()) {
                attempt.fail(done.cause());
            }
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
        if (attempt.isOver()) {
            return;
        }
        try {
            handshaker.finishHandshake(ctx.channel(), response);
        } catch (WebSocketHandshakeException e) {
            attempt.fail(protocol("the listener's upgrade is not as it must be: cause=" + e.getMessage()));
            return;
        }
        // A listener may end the stream without a close frame, and still take what is on its way.
        boolean plain = ctx.pipeline().get(SslHandler.class) == null;
        ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, plain);
        attempt.succeed(ctx, new WebSocketFramingHandler(target.mostBytes(), false));
    }

    private void refused(String status) {
        attempt.fail(protocol("the listener refused the upgrade: status=" + PlainText.of(status)));
    }

    private SpException protocol(String rule) {
        return new SpException(
                SpError.PROTOCOL,
                rule + ", asked=" + target.protocol().peer().subprotocol() + ", address=" + target.address());
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
