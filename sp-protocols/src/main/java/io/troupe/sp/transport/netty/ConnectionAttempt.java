// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.troupe.net.netty.DialHandler;
import io.troupe.net.netty.SocketChannels;
import io.troupe.sp.socket.PeerInfo;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of one connection, from the dial or the accept on. It ends once: in a pipe, in a failure that its target is
 * told, or given up. Any thread, save where noted.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class ConnectionAttempt {
    private final boolean accepted;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable AttemptTarget target;
    private volatile @Nullable Channel channel;
    private volatile @Nullable Future<?> limit;

    private ConnectionAttempt(boolean accepted) {
        this.accepted = accepted;
    }

    /** Of a connection that we begin. */
    static ConnectionAttempt dialled(AttemptTarget target) {
        ConnectionAttempt attempt = new ConnectionAttempt(false);
        attempt.target = target;
        return attempt;
    }

    /** Of one that somebody else began; {@link #target} follows. */
    static ConnectionAttempt accepted() {
        return new ConnectionAttempt(true);
    }

    /** Fails it after this time. */
    void within(EventExecutor executor, long nanos) {
        Future<?> timer = executor.schedule(
                () -> fail(new SpException(SpError.TIMED_OUT, "the handshake took too long: " + where())),
                nanos,
                TimeUnit.NANOSECONDS);
        limit = timer;
        if (isOver()) {
            timer.cancel(false);
        }
    }

    /**
     * Dials place after place until one answers.
     *
     * @param furnish gives each channel its handlers
     */
    void dial(
            EventLoopGroup loops,
            Class<? extends Channel> type,
            List<? extends SocketAddress> places,
            Consumer<Channel> furnish) {
        SocketChannels.dial(loops, type, places, new DialHandler() {
            @Override
            public boolean isOver() {
                return ConnectionAttempt.this.isOver();
            }

            @Override
            public void onChannel(Channel dialled) {
                on(dialled); // not after connecting: by then the handshake may be through, which looks like given up
                furnish.accept(dialled);
            }

            @Override
            public void onFailure(Throwable cause) {
                fail(cause);
            }
        });
    }

    /** This is the channel, or the next one to be tried. */
    void on(Channel tried) {
        channel = tried;
        AttemptTarget known = target;
        if (isOver()) {
            tried.close();
        } else if (known != null) {
            configure(tried, known.options());
        }
    }

    /** It is for this one, whose options it gets. */
    void target(AttemptTarget found) {
        target = found;
        Channel open = channel;
        if (open != null) {
            configure(open, found.options());
        }
    }

    private static void configure(Channel open, SocketOptions options) {
        open.config().setOption(ChannelOption.TCP_NODELAY, options.noDelay());
        open.config().setOption(ChannelOption.SO_KEEPALIVE, options.keepAlive());
        if (options.systemSendBuffer() > 0) {
            open.config().setOption(ChannelOption.SO_SNDBUF, options.systemSendBuffer());
        }
        if (options.systemReceiveBuffer() > 0) {
            open.config().setOption(ChannelOption.SO_RCVBUF, options.systemReceiveBuffer());
        }
    }

    /** Whether it has ended. */
    boolean isOver() {
        return over.get();
    }

    private boolean end() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        Future<?> timer = limit;
        if (timer != null) {
            timer.cancel(false);
        }
        return true;
    }

    /** Closes the connection and tells why. */
    void fail(Throwable cause) {
        if (refuse(cause)) {
            closeChannel();
        }
    }

    /** Tells why, but leaves closing to the caller, who has something to say to the other side. */
    boolean refuse(Throwable cause) {
        if (!end()) {
            return false;
        }
        AttemptTarget to = target;
        if (to != null) {
            to.acceptor().failed(SpFailures.of(cause, to.address()));
        }
        return true;
    }

    /** Closes the connection and tells nobody; no effect on a pipe. */
    void giveUp() {
        if (end()) {
            closeChannel();
        }
    }

    private void closeChannel() {
        Channel open = channel;
        if (open != null) {
            open.close();
        }
    }

    /** The handshake is through: replaces the handler by this framing of a new pipe, if that is wanted. Loop only. */
    void succeed(ChannelHandlerContext ctx, FramingHandler framing) {
        AttemptTarget to = target;
        if (to == null || !end()) {
            ctx.close();
            return;
        }
        ChannelPipe pipe = new ChannelPipe(ctx.channel(), peer(ctx.channel(), to), to.context(), framing);
        PipeHandler handler = to.acceptor().attach(pipe);
        if (handler == null) {
            pipe.abandon();
            ctx.close();
            return;
        }
        pipe.start(handler);
        framing.serve(pipe);
        ctx.pipeline().replace(ctx.handler(), "messages", framing);
    }

    /** The other side has left in the middle of it. */
    void lost() {
        fail(new SpException(
                SpError.CONNECTION_LOST, "the other side closed the connection during the handshake: " + where()));
    }

    private String where() {
        AttemptTarget to = target;
        return "address=" + (to == null ? "unknown" : to.address());
    }

    private PeerInfo peer(Channel open, AttemptTarget to) {
        String scheme = to.address().scheme();
        String own = to.address().toString();
        return new PeerInfo(
                to.protocol().peer(),
                accepted ? own : uri(scheme, open.localAddress()),
                accepted ? uri(scheme, open.remoteAddress()) : own,
                accepted,
                identity(open));
    }

    private static String uri(String scheme, @Nullable SocketAddress address) {
        if (address instanceof InetSocketAddress inet) {
            String host = inet.getAddress().getHostAddress();
            return new SpAddress(scheme, (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + inet.getPort())
                    .toString();
        }
        return scheme + "://"; // closed meanwhile, or a Unix socket that has dialled, which has no name
    }

    private static @Nullable String identity(Channel open) {
        SslHandler tls = open.pipeline().get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            return tls.engine().getSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException e) {
            return null; // it showed no certificate
        }
    }
}
