// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.troupe.net.netty.NetFailure;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Turns what happens to a channel into calls of a listener. Last in the pipeline; loop only. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private final ConnectionListener listener;
    private final String label;
    private final OpenListener opening;
    private final ReceiveBuffer received;
    private @Nullable NettyConnection connection;
    private boolean told;
    private boolean goodbyeSeen;

    /**
     * For one connection.
     *
     * @param listener told everything about it
     * @param label of the other end where its socket has no host and port
     * @param opening told how it began
     */
    ConnectionHandler(ConnectionListener listener, String label, OpenListener opening) {
        this.listener = listener;
        this.label = label;
        this.opening = opening;
        this.received = new ReceiveBuffer(listener);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (ctx.pipeline().get(SslHandler.class) != null) {
            return; // it agrees with the other side first
        }
        if (isToItself(ctx.channel())) {
            refuse(new ConnectException("Connection refused"));
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0); // so the port is free at once
            OrderlyClose.force(ctx.channel());
        } else {
            open(ctx, peer(ctx), null, false);
        }
    }

    /**
     * Whether both ends are this one. A dialled port of this machine where nobody listens may be given to the socket that dials it;
     * TCP connects it then, and nobody could listen there any more. TLS finds out by itself.
     */
    private static boolean isToItself(Channel channel) {
        return channel.localAddress() instanceof InetSocketAddress local && local.equals(channel.remoteAddress());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                X509Certificate certificate = certificate(ctx);
                open(ctx, peer(ctx) + subject(certificate), certificate, true);
            } else {
                refuse(handshake.cause()); // the channel is closed by who found out
            }
        } else if (event instanceof SslCloseCompletionEvent goodbye && goodbye.isSuccess()) {
            goodbyeSeen = true;
            onInputEnd(ctx::close);
        } else if (event instanceof ChannelInputShutdownEvent) {
            onInputEnd(() -> OrderlyClose.force(ctx.channel()));
        }
    }

    /** The other side has closed in order: so does this one, after what has come before, unless its listener has more to send. */
    private void onInputEnd(Runnable close) {
        NettyConnection open = connection;
        if (open == null) {
            close.run();
        } else {
            open.runGuarded(() -> open.endInput(() -> {
                boolean cutOff = open.isSecure() && !goodbyeSeen;
                if (cutOff || open.isClosing() || !listener.onInputEnd()) {
                    close.run();
                }
            }));
        }
    }

    private void open(ChannelHandlerContext ctx, String peer, @Nullable X509Certificate certificate, boolean secure) {
        if (told || connection != null) {
            return;
        }
        NettyConnection opened = new NettyConnection(ctx.channel(), peer, certificate, secure, received);
        connection = opened;
        opened.runGuarded(() -> {
            listener.onOpen(opened);
            told = true;
            opening.onOpened(opened);
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        NettyConnection open = connection;
        try {
            if (open != null && message instanceof ByteBuf piece) {
                open.runGuarded(() -> received.accept(piece));
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        NettyConnection open = connection;
        if (open == null || !ctx.channel().isWritable()) {
            return;
        }
        if (open.isFlushing()) {
            // not within the listener's own call
            open.execute(() -> tellWritable(ctx, open));
        } else {
            open.runGuarded(() -> tellWritable(ctx, open));
        }
    }

    private void tellWritable(ChannelHandlerContext ctx, NettyConnection open) {
        if (ctx.channel().isWritable() && !open.isClosing()) {
            listener.onWritable();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        NettyConnection open = connection;
        if (open == null) {
            // a failed write may be noticed before TLS has said what it did not like: the end of the channel comes in
            // any case
            if (!(cause instanceof ClosedChannelException)) {
                refuse(cause);
            }
            ctx.close();
        } else if (!(cause instanceof ClosedChannelException)) {
            open.abort(NetFailure.of(cause));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        NettyConnection open = connection;
        if (open == null) {
            refuse(whyNotOpen(ctx));
            return;
        }
        if (open.isSecure() && !goodbyeSeen) {
            open.fail("the TLS connection was cut off without a closing message");
        }
        String cause = open.end();
        ClosedChannelException closed = new ClosedChannelException();
        // unless it was told that it is open
        refuse(cause == null ? NetFailure.of(closed) : new NetFailure(NetFailure.Kind.OTHER, cause), closed);
        try {
            listener.onClose(cause);
        } catch (Throwable e) {
            open.report(e);
        }
        open.over();
    }

    /** Lets a channel end in order, with what its connection has still to send. Any thread. */
    static void closeInOrder(Channel channel) {
        ConnectionHandler handler = channel.pipeline().get(ConnectionHandler.class);
        channel.eventLoop().execute(() -> {
            NettyConnection open = handler == null ? null : handler.connection;
            if (open == null) {
                channel.close();
            } else {
                open.close();
            }
        });
    }

    private void refuse(Throwable cause) {
        refuse(NetFailure.of(cause), cause);
    }

    private void refuse(NetFailure why, Throwable cause) {
        if (!told) {
            told = true;
            opening.onRefused(why, cause);
        }
    }

    private String peer(ChannelHandlerContext ctx) {
        SocketAddress remote = ctx.channel().remoteAddress();
        if (remote instanceof InetSocketAddress inet) {
            String host = inet.getAddress() == null
                    ? inet.getHostString()
                    : inet.getAddress().getHostAddress();
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort();
        }
        return label;
    }

    /** What TLS has found out counts more than that the channel has ended because of it. */
    private static Throwable whyNotOpen(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        Throwable found = tls == null ? null : tls.handshakeFuture().cause();
        return found == null ? new ClosedChannelException() : found;
    }

    private static @Nullable X509Certificate certificate(ChannelHandlerContext ctx) {
        SSLSession session = ctx.pipeline().get(SslHandler.class).engine().getSession();
        try {
            return session.getPeerCertificates()[0] instanceof X509Certificate shown ? shown : null;
        } catch (SSLPeerUnverifiedException e) {
            return null; // cannot be: both sides must show one
        }
    }

    private static String subject(@Nullable X509Certificate certificate) {
        return certificate == null
                ? " (no certificate)"
                : " (" + certificate.getSubjectX500Principal().getName() + ")";
    }
}
