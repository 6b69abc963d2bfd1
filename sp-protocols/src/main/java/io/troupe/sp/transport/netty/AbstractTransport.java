// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.troupe.net.netty.AcceptFailures;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.NettyVersion;
import io.troupe.net.netty.SocketChannels;
import io.troupe.net.netty.SocketChoice;
import io.troupe.net.netty.SocketIo;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * {@code abstract://name}: Unix sockets of Linux that have a name but no file, as nng has them. The JDK has no such sockets, so
 * they need the native epoll of Netty. The bytes are those of {@code ipc}. Everybody on the machine may connect. Thread-safe.
 */
public final class AbstractTransport implements SpTransport {
    private static final String SCHEME = "abstract";
    /** What Netty has room for, without the zero before it; the system has one more. */
    private static final int MOST_BYTES = 106;

    private static final int BACKLOG = 128;
    private static final long LONGEST_CLOSE_MILLIS = 1_000;

    private final SpEventLoops loops = new SpEventLoops(SocketIo.EPOLL);

    /** Without any threads yet. */
    public AbstractTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        SocketAddress name = name(address);
        EventLoops own = loops.get();
        AtomicReference<@Nullable Channel> server = new AtomicReference<>();
        AcceptingListener listener = new AcceptingListener(address, acceptor, () -> close(server.get()));
        AttemptTarget target = new AttemptTarget(context, listener, address);
        ChannelFuture bound = new ServerBootstrap()
                .group(own.listening(), own.sockets())
                .channel(own.io().ipcServer())
                .handler(new AcceptFailures())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        ConnectionAttempt attempt = ConnectionAttempt.accepted();
                        attempt.on(channel);
                        attempt.target(target);
                        attempt.within(
                                channel.eventLoop(),
                                context.options().handshakeTimeout().toNanos());
                        channel.pipeline().addLast(SpHeaderHandler.local(attempt, target));
                    }
                })
                .bind(name)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw SpFailures.of(bound.cause(), address);
        }
        server.set(bound.channel());
        return listener;
    }

    private static void close(@Nullable Channel server) {
        if (server != null) {
            SocketChannels.closeListening(server, LONGEST_CLOSE_MILLIS);
        }
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        SocketAddress name = name(address);
        EventLoops own = loops.get();
        AttemptTarget target = new AttemptTarget(context, acceptor, address);
        ConnectionAttempt attempt = ConnectionAttempt.dialled(target);
        try {
            attempt.within(
                    own.sockets().next(), context.options().handshakeTimeout().toNanos());
            attempt.dial(own.sockets(), own.io().ipc(), List.of(name), channel -> channel.pipeline()
                    .addLast(SpHeaderHandler.local(attempt, target)));
        } catch (RejectedExecutionException e) {
            attempt.fail(e);
        }
        return attempt::giveUp;
    }

    /**
     * Reads an address.
     *
     * @throws SpException ADDRESS_INVALID, also where there are no such sockets
     */
    private static SocketAddress name(SpAddress address) {
        NettyVersion.ofProcess(); // if its jars do not fit, its sentence is what users see
        SocketChoice choice = SocketChoice.best();
        if (choice.io() != SocketIo.EPOLL) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "abstract sockets need Linux and io.netty:netty-transport-native-epoll: address=" + address
                            + ", found=" + choice.reason());
        }
        String name = address.rest();
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "the name of an abstract socket has at most " + MOST_BYTES + " bytes: address=" + address
                            + ", bytes=" + bytes);
        }
        if (name.indexOf('%') >= 0 || name.indexOf('\0') >= 0) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "the name of an abstract socket has no percent signs, which others decode, and no zeros: address="
                            + address);
        }
        return SocketIo.EPOLL.file('\0' + name);
    }

    @Override
    public void close() {
        loops.close();
    }
}
