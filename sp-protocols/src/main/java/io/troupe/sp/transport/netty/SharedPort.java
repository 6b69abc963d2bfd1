// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslHandler;
import io.troupe.net.netty.AcceptFailures;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.SocketChannels;
import io.troupe.net.netty.TlsContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.TransportContext;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A server channel, and its listeners by path. Event loops look a path up while other threads add and remove. */
final class SharedPort {
    private static final long LONGEST_CLOSE_MILLIS = 1_000;

    private final HostAddress endpoint;
    private final SocketOptions options;
    private final @Nullable TlsContext tls;
    /** Of the listener that opened the port: a handshake begins before it is known who is wanted. */
    private final long handshakeNanos;

    private final Map<String, AttemptTarget> targets = new ConcurrentHashMap<>();
    private @Nullable Channel server;

    private SharedPort(HostAddress endpoint, TransportContext context) {
        this.endpoint = endpoint;
        this.options = context.options();
        this.tls = endpoint.isEncrypted() ? TlsSettings.accepting(options) : null;
        this.handshakeNanos = context.options().handshakeTimeout().toNanos();
    }

    /**
     * Opens it.
     *
     * @throws SpException address in use or invalid, permission denied, not trusted
     */
    static SharedPort open(HostAddress endpoint, InetSocketAddress where, TransportContext context, EventLoops loops) {
        SharedPort port = new SharedPort(endpoint, context);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.listening(), loops.sockets())
                .channel(loops.io().tcpServer())
                .handler(new AcceptFailures())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        port.furnish(channel);
                    }
                })
                .bind(where)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw SpFailures.of(bound.cause(), endpoint.withPort(endpoint.port()));
        }
        port.server = bound.channel();
        return port;
    }

    private void furnish(Channel channel) {
        ConnectionAttempt attempt = ConnectionAttempt.accepted();
        attempt.on(channel);
        if (targets.size() == 1) {
            targets.values().forEach(attempt::target); // hears of failures before the path is known
        }
        attempt.within(channel.eventLoop(), handshakeNanos);
        if (tls != null) {
            SslHandler handler = tls.handler(channel.alloc());
            handler.setHandshakeTimeoutMillis(0); // one limit for all steps of the handshake
            channel.pipeline().addLast(handler);
        }
        if (endpoint.isWeb()) {
            UpgradeServer.furnish(channel, attempt, targets::get);
            return;
        }
        AttemptTarget target = targets.get(endpoint.path());
        if (target == null) {
            attempt.giveUp(); // it has just been closed
        } else {
            channel.pipeline().addLast(SpHeaderHandler.secure(attempt, target));
        }
    }

    /** Its real number. */
    int number() {
        return server != null && server.localAddress() instanceof InetSocketAddress address ? address.getPort() : 0;
    }

    /** Whether its TLS is theirs, too. */
    boolean has(SocketOptions others) {
        return tls == null
                || (Objects.equals(options.tls(), others.tls())
                        && options.sslContext() == others.sslContext()
                        && options.demandPeer() == others.demandPeer());
    }

    /** Whether nobody had the path. */
    boolean add(String path, AttemptTarget target) {
        return targets.putIfAbsent(path, target) == null;
    }

    /** Whether nobody is left. */
    boolean remove(String path) {
        targets.remove(path);
        return targets.isEmpty();
    }

    /** Ends; the port is free afterwards. */
    void close() {
        if (server != null) {
            SocketChannels.closeListening(server, LONGEST_CLOSE_MILLIS);
        }
    }
}
