// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.troupe.net.netty.NetFailure;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one listening socket does with those who dial it: takes as many as allowed, and logs whom it refuses. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class Acceptor extends ChannelInitializer<Channel> {
    private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);

    private final SchemeChannels scheme;
    private final Address address;
    private final Supplier<? extends ConnectionListener> listeners;
    private final ChannelSetup setup;
    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong tooMany = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    Acceptor(
            SchemeChannels scheme,
            Address address,
            Supplier<? extends ConnectionListener> listeners,
            ChannelSetup setup,
            int max) {
        this.scheme = scheme;
        this.address = address;
        this.listeners = listeners;
        this.setup = setup;
        this.max = max;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (open.incrementAndGet() > max) {
            open.decrementAndGet();
            long times = tooMany.incrementAndGet();
            if (isWorthALine(times)) {
                LOG.warn(
                        "a connection is closed because there are too many: address={}, peer={}, maxConnections={},"
                                + " closedSoFar={}",
                        place(channel),
                        channel.remoteAddress(),
                        max,
                        times);
            }
            channel.unsafe().close(channel.unsafe().voidPromise());
            return;
        }
        channel.closeFuture().addListener(done -> open.decrementAndGet());
        FirstBytes first = new FirstBytes();
        channel.pipeline().addLast(first);
        setup.furnish(channel, scheme, address, false, listeners.get(), new OpenListener() {
            @Override
            public void onOpened(Connection connection) {}

            @Override
            public void onRefused(NetFailure why, Throwable cause) {
                if (!first.haveCome() && why.kind() == NetFailure.Kind.LOST) {
                    LOG.debug(
                            "a connection came and went: peer={}",
                            channel.remoteAddress()); // it looked whether anybody listens
                } else {
                    logRefused(channel, why.text());
                }
            }
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.error("a connection cannot be accepted: address={}", address, cause);
        ctx.close();
    }

    /** The first, second, fourth, eighth … of what may come in masses. */
    private static boolean isWorthALine(long times) {
        return Long.bitCount(times) == 1;
    }

    /** The address with the port that was taken. */
    private Address place(Channel channel) {
        SocketAddress local = channel.localAddress();
        return local instanceof InetSocketAddress inet ? address.port(inet.getPort()) : address;
    }

    private void logRefused(Channel channel, String cause) {
        long times = refused.incrementAndGet();
        if (isWorthALine(times)) {
            LOG.warn(
                    "a connection was refused: address={}, peer={}, cause={}, refusedSoFar={}",
                    place(channel),
                    channel.remoteAddress(),
                    cause,
                    times);
        }
    }
}
