// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.troupe.core.message.PlainText;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A listener's side of the upgrade to WebSocket. Answers 404 to unknown paths, 403 to web pages of other origins, 400 to other
 * subprotocols, 426 to what asks for no WebSocket; closes after each of them. Loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class UpgradeServer extends ChannelInboundHandlerAdapter {
    private static final int MOST_BODY = 4096;
    private static final String VERSION = "13";

    private final ConnectionAttempt attempt;
    private final Function<String, @Nullable AttemptTarget> targets;
    private boolean asked;

    private UpgradeServer(ConnectionAttempt attempt, Function<String, @Nullable AttemptTarget> targets) {
        this.attempt = attempt;
        this.targets = targets;
    }

    /** Prepares an accepted channel; who listens at a path is looked up when it is asked for. */
    static void furnish(Channel channel, ConnectionAttempt attempt, Function<String, @Nullable AttemptTarget> targets) {
        channel.pipeline()
                .addLast(
                        new HttpServerCodec(),
                        new HttpObjectAggregator(MOST_BODY),
                        new UpgradeServer(attempt, targets));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (asked) {
                attempt.fail(new SpException(SpError.PROTOCOL, "nothing may follow the request before its answer"));
            } else if (message instanceof FullHttpRequest request) {
                asked = true;
                answer(ctx, request);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void answer(ChannelHandlerContext ctx, FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            refuse(ctx, HttpResponseStatus.BAD_REQUEST, null, "no HTTP request");
            return;
        }
        AttemptTarget target = targets.apply(path(request.uri()));
        if (target == null) {
            refuse(ctx, HttpResponseStatus.NOT_FOUND, null, "nobody listens at this path");
            return;
        }
        attempt.target(target);
        boolean upgrade = HttpMethod.GET.equals(request.method())
                && request.headers().containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true)
                && VERSION.equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION));
        if (!upgrade) {
            refuse(ctx, HttpResponseStatus.UPGRADE_REQUIRED, target, "no WebSocket of version 13 was asked for");
            return;
        }
        if (!isOfAllowedOrigin(ctx, request, target)) {
            refuse(ctx, HttpResponseStatus.FORBIDDEN, target, "the web page is of an origin that is not allowed");
            return;
        }
        String objection = objection(request.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL), target);
        if (objection != null) {
            refuse(ctx, new HttpResponseStatus(400, objection), target, objection.toLowerCase(Locale.ROOT));
            return;
        }
        upgrade(ctx, request, target);
    }

    private static boolean isOfAllowedOrigin(ChannelHandlerContext ctx, FullHttpRequest request, AttemptTarget target) {
        List<String> origins = request.headers().getAll(HttpHeaderNames.ORIGIN);
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (origins.isEmpty()) {
            return true; // no browser
        }
        boolean encrypted = ctx.pipeline().get(SslHandler.class) != null;
        String host = hosts.size() == 1 ? hosts.get(0) : null;
        return origins.size() == 1 && target.options().origins().allows(origins.get(0), host, encrypted);
    }

    private static String path(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }

    /** What is wrong with the subprotocols asked for; null: ours is among them. */
    private static @Nullable String objection(List<String> headers, AttemptTarget target) {
        List<String> asked = headers.stream()
                .flatMap(header -> Arrays.stream(header.split(",", -1)))
                .map(String::trim)
                .toList();
        if (asked.contains(target.protocol().subprotocol())) {
            return null;
        }
        if (asked.isEmpty()) {
            return "Missing Socket Type";
        }
        boolean known = Arrays.stream(Protocol.values()).anyMatch(other -> asked.contains(other.subprotocol()));
        return known ? "Incompatible Socket Type" : "Unrecognized Socket Type";
    }

    private void upgrade(ChannelHandlerContext ctx, FullHttpRequest request, AttemptTarget target) {
        int most = target.mostBytes();
        boolean plain = ctx.pipeline().get(SslHandler.class) == null;
        WebSocketDecoderConfig rules = WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(most)
                .expectMaskedFrames(true)
                .allowMaskMismatch(false)
                .allowExtensions(false)
                .closeOnProtocolViolation(true)
                .withUTF8Validator(false) // text is data
                .build();
        try {
            new WebSocketServerHandshaker13("", target.protocol().subprotocol(), rules)
                    .handshake(ctx.channel(), request)
                    .addListener(done -> {
                        if (done.isSuccess()) {
                            attempt.succeed(ctx, new WebSocketFramingHandler(most, plain));
                        } else {
                            attempt.fail(done.cause());
                        }
                    });
        } catch (RuntimeException e) { // a header is missing
            refuse(ctx, HttpResponseStatus.BAD_REQUEST, target, String.valueOf(e.getMessage()));
        }
    }

    private void refuse(
            ChannelHandlerContext ctx, HttpResponseStatus status, @Nullable AttemptTarget target, String reason) {
        Object where = target == null ? "unknown" : target.address();
        if (!attempt.refuse(new SpException(
                SpError.PROTOCOL, "the upgrade was refused: reason=" + PlainText.of(reason) + ", address=" + where))) {
            return;
        }
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
        response.headers()
                .set(HttpHeaderNames.CONTENT_LENGTH, 0)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        if (status.equals(HttpResponseStatus.UPGRADE_REQUIRED)) {
            response.headers()
                    .set(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET)
                    .set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, VERSION);
        }
        ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
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
