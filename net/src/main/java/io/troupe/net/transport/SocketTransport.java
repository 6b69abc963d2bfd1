// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.netty.AcceptFailures;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.NetFailure;
import io.troupe.net.netty.NettyVersion;
import io.troupe.net.netty.SocketChoice;
import io.troupe.net.netty.SocketIo;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries bytes over TCP, TLS, Unix domain sockets and within the process, on a few loops of its own. Any thread. */
final class SocketTransport implements Transport {
    private static final int BACKLOG = 1024;
    /** A little more than what one connection may take for its orderly end. */
    private static final long CLOSE_MILLIS = 4_000;

    private static final Logger LOG = LoggerFactory.getLogger(SocketTransport.class);
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    private final TransportConfig config;
    private final EventLoops loops;
    private final ChannelSetup setup;
    private final Map<Address.Scheme, SchemeChannels> schemes = new EnumMap<>(Address.Scheme.class);
    private final Set<Listener> listening = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** See {@link Transport#ofSockets}. */
    SocketTransport(String name, TransportConfig config) {
        this(name, config, chosen());
    }

    private static SocketIo chosen() {
        SocketChoice choice = SocketChoice.best();
        if (TOLD.compareAndSet(false, true)) {
            LOG.info(
                    "sockets work over {}: reason={}, netty={}",
                    choice.io(),
                    choice.reason(),
                    NettyVersion.ofProcess().text());
        }
        return choice.io();
    }

    SocketTransport(String name, TransportConfig config, SocketIo io) {
        AtomicInteger threads = new AtomicInteger();
        this.config = config;
        this.loops = new EventLoops(
                io, config.loops(), task -> new LoopThread(task, name + "-" + threads.incrementAndGet()));
        this.setup = new ChannelSetup(config);
        try {
            schemes.put(Address.Scheme.TCP, new TcpChannels(loops, config));
            schemes.put(Address.Scheme.TLS, new TlsChannels(loops, config));
            schemes.put(Address.Scheme.IPC, new IpcChannels(loops, config));
            schemes.put(Address.Scheme.INPROC, new InprocChannels(loops, config));
        } catch (RuntimeException e) {
            loops.close();
            throw e;
        }
    }

    @Override
    public Promise<Connection> connect(Address address, ConnectionListener listener) {
        if (closed.get()) {
            return Promise.failed(
                    new LinkRefusedException(ChannelSetup.message("a closed transport does not dial", address, null)));
        }
        return new Dialler(scheme(address), address, listener, config, setup).start(loops);
    }

    @Override
    public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
        CompletablePromise<Listener> promise = new CompletablePromise<>();
        try {
            loops.help(() -> {
                try {
                    bind(address, listeners, promise);
                } catch (IOException | RuntimeException e) {
                    promise.fail(unusable(address, e));
                }
            });
        } catch (RejectedExecutionException e) {
            promise.fail(new LinkRefusedException(
                    ChannelSetup.message("a closed transport does not listen", address, null), e));
        }
        return promise;
    }

    private void bind(
            Address address, Supplier<? extends ConnectionListener> listeners, CompletablePromise<Listener> promise)
            throws IOException {
        SchemeChannels scheme = scheme(address);
        SocketAddress place = scheme.find(address).get(0);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(scheme.loops())
                .channel(scheme.listening())
                .handler(new AcceptFailures())
                .childHandler(new Acceptor(scheme, address, listeners, setup, config.maxConnections()));
        if (address.scheme() == Address.Scheme.TCP || address.scheme() == Address.Scheme.TLS) {
            // of the listening socket, so that windows of accepted ones are agreed on accordingly
            bootstrap
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .option(ChannelOption.SO_RCVBUF, config.socketBufferBytes());
        }
        if (address.scheme() != Address.Scheme.INPROC) {
            bootstrap.option(ChannelOption.SO_BACKLOG, BACKLOG);
        }
        ChannelFuture bound = scheme.bind(address, () -> bootstrap.bind(place).awaitUninterruptibly());
        if (!bound.isSuccess()) {
            promise.fail(unusable(address, bound.cause()));
            return;
        }
        bound(bound.channel(), scheme, address, promise);
    }

    private void bound(Channel channel, SchemeChannels scheme, Address asked, CompletablePromise<Listener> promise) {
        Listener listener = new NettyListener(channel, scheme, scheme.afterListening(asked, channel));
        listening.add(listener);
        channel.closeFuture().addListener(done -> listening.remove(listener));
        if (closed.get() || !promise.complete(listener)) {
            listener.close(); // the transport is closing, or nobody wants it any more
            promise.fail(
                    new LinkRefusedException(ChannelSetup.message("a closed transport does not listen", asked, null)));
        }
    }

    @Override
    public String description() {
        SocketChoice best = SocketChoice.best();
        SocketIo used = loops.io();
        String reason = used == best.io() ? best.reason() : "chosen by hand";
        return used + ", " + reason + ", Netty " + NettyVersion.ofProcess().text();
    }

    @Override
    public boolean inLoop() {
        return loops.inLoop();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            new ArrayList<>(listening).forEach(Listener::close);
            List<Channel> open = new ArrayList<>(setup.open());
            open.forEach(ConnectionHandler::closeInOrder);
            await(open);
        }
        loops.close();
    }

    private static void await(List<Channel> channels) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        for (Channel channel : channels) {
            if (!channel.eventLoop().inEventLoop()) {
                channel.closeFuture().awaitUninterruptibly(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        }
    }

    private SchemeChannels scheme(Address address) {
        SchemeChannels scheme = schemes.get(address.scheme());
        if (scheme == null) {
            throw new IllegalStateException("every scheme must have channels: scheme=" + address.scheme());
        }
        return scheme;
    }

    private static LinkRefusedException unusable(Address address, @Nullable Throwable cause) {
        String reason = cause == null ? "unknown" : NetFailure.of(cause).text();
        return new LinkRefusedException(
                "an address must be one to listen at: address=" + address + ", cause=" + reason, cause);
    }
}
