// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.troupe.net.NettyVersion;
import io.troupe.net.ServerChannels;
import io.troupe.net.SocketChoice;
import io.troupe.net.SocketIo;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.netty.channel.Causes;
import io.troupe.sp.transport.netty.channel.Hello;
import io.troupe.sp.transport.netty.channel.Opening;
import io.troupe.sp.transport.netty.channel.Target;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * {@code abstract://name}: Unix sockets of Linux that have a name but no file, as nng has them. The JDK has no such sockets, so they
 * need the native epoll of Netty. The bytes are those of {@code ipc}. Everybody on the machine may connect. Thread-safe.
 */
public final class AbstractTransport implements SpTransport {
    private static final String SCHEME = "abstract";
    /** What Netty has room for, without the zero before it; the system has one more. */
    private static final int MOST_BYTES = 106;

    private static final int BACKLOG = 128;
    private static final long LONGEST_CLOSE_MILLIS = 1_000;

    private final LazyLoops loops = new LazyLoops(SocketIo.EPOLL);

    /** Without any threads yet. */
    public AbstractTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext wiring, PipeAcceptor acceptor) {
        SocketAddress name = name(address);
        Loops own = loops.get();
        Listener listener = new Listener(address, acceptor);
        Target target = new Target(wiring, listener, address);
        ChannelFuture bound = new ServerBootstrap()
                .group(own.accepting(), own.working())
                .channel(SocketIo.EPOLL.ipcServer())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Opening opening = Opening.accepted();
                        opening.on(channel);
                        opening.target(target);
                        opening.within(
                                channel.eventLoop(),
                                wiring.options().handshakeTimeout().toNanos());
                        channel.pipeline().addLast(Hello.local(opening, target));
                    }
                })
                .bind(name)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw Causes.of(bound.cause(), address);
        }
        listener.channel = bound.channel();
        return listener;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the handshake hears of it
    public AutoCloseable connect(SpAddress address, TransportContext wiring, PipeAcceptor acceptor) {
        SocketAddress name = name(address);
        Loops own = loops.get();
        Target target = new Target(wiring, acceptor, address);
        Opening opening = Opening.dialled(target);
        try {
            opening.within(
                    own.working().next(), wiring.options().handshakeTimeout().toNanos());
            new Bootstrap()
                    .group(own.working())
                    .channel(SocketIo.EPOLL.ipc())
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            opening.on(channel);
                            channel.pipeline().addLast(Hello.local(opening, target));
                        }
                    })
                    .connect(name)
                    .addListener(done -> {
                        if (!done.isSuccess()) {
                            opening.fail(done.cause());
                        }
                    });
        } catch (RejectedExecutionException e) {
            opening.fail(e);
        }
        return opening::giveUp;
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

    /** Turns away those whose handshake is through only after it was closed. */
    private static final class Listener implements BoundListener, PipeAcceptor {
        private final SpAddress address;
        private final PipeAcceptor acceptor;
        private volatile @Nullable Channel channel;
        private volatile boolean closed;

        Listener(SpAddress address, PipeAcceptor acceptor) {
            this.address = address;
            this.acceptor = acceptor;
        }

        @Override
        public SpAddress address() {
            return address;
        }

        @Override
        public @Nullable PipeHandler attach(Pipe pipe) {
            return closed ? null : acceptor.attach(pipe);
        }

        @Override
        public void failed(SpException cause) {
            acceptor.failed(cause);
        }

        @Override
        public void close() {
            closed = true;
            Channel open = channel;
            if (open != null) {
                ServerChannels.close(open, LONGEST_CLOSE_MILLIS);
            }
        }
    }
}
