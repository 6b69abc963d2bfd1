// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.troupe.net.ServerChannels;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.netty.channel.Causes;
import io.troupe.sp.transport.netty.channel.Hello;
import io.troupe.sp.transport.netty.channel.Opening;
import io.troupe.sp.transport.netty.channel.Target;
import io.troupe.sp.transport.netty.channel.UpgradeServer;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A server channel, and who listens behind it by path. Loops look a path up while other threads add and remove. */
final class Port {
    private static final long LONGEST_CLOSE_MILLIS = 1_000;

    private final Endpoint endpoint;
    private final SocketOptions options;
    private final @Nullable TlsSetup tls;
    /** Of the listener that opened the port: a handshake begins before it is known who is wanted. */
    private final long handshakeNanos;

    private final Map<String, Target> targets = new ConcurrentHashMap<>();
    private @Nullable Channel server;

    private Port(Endpoint endpoint, TransportContext wiring) {
        this.endpoint = endpoint;
        this.options = wiring.options();
        this.tls = endpoint.isEncrypted() ? TlsSetup.accepting(options) : null;
        this.handshakeNanos = wiring.options().handshakeTimeout().toNanos();
    }

    /**
     * Opens it.
     *
     * @throws SpException address in use or invalid, permission denied, not trusted
     */
    static Port open(Endpoint endpoint, InetSocketAddress where, TransportContext wiring, Loops loops) {
        Port port = new Port(endpoint, wiring);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.accepting(), loops.working())
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        port.furnish(channel);
                    }
                })
                .bind(where)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw Causes.of(bound.cause(), endpoint.withPort(endpoint.port()));
        }
        port.server = bound.channel();
        return port;
    }

    private void furnish(Channel channel) {
        Opening opening = Opening.accepted();
        opening.on(channel);
        if (targets.size() == 1) {
            targets.values().forEach(opening::target); // hears of failures before the path is known
        }
        opening.within(channel.eventLoop(), handshakeNanos);
        if (tls != null) {
            channel.pipeline().addLast(tls.handler(channel.alloc()));
        }
        if (endpoint.isWeb()) {
            UpgradeServer.furnish(channel, opening, targets::get);
            return;
        }
        Target target = targets.get(endpoint.path());
        if (target == null) {
            opening.giveUp(); // it has just been closed
        } else {
            channel.pipeline().addLast(Hello.secure(opening, target));
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
    boolean add(String path, Target target) {
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
            ServerChannels.close(server, LONGEST_CLOSE_MILLIS);
        }
    }
}
