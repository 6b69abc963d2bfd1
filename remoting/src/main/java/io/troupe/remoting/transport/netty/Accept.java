// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.Connection;
import io.troupe.remoting.transport.ConnectionListener;
import io.troupe.remoting.transport.netty.channel.Causes;
import io.troupe.remoting.transport.netty.channel.Opening;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one listening socket does with those who dial it: takes as many as allowed, and logs whom it refuses. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells the pipeline, or closes the channel
final class Accept extends ChannelInitializer<Channel> {
    private static final Logger LOG = LoggerFactory.getLogger(Accept.class);

    private final Carrier carrier;
    private final Address address;
    private final Supplier<? extends ConnectionListener> listeners;
    private final Pipelines pipelines;
    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private final Tally tooMany = new Tally();
    private final Tally refused = new Tally();

    Accept(
            Carrier carrier,
            Address address,
            Supplier<? extends ConnectionListener> listeners,
            Pipelines pipelines,
            int max) {
        this.carrier = carrier;
        this.address = address;
        this.listeners = listeners;
        this.pipelines = pipelines;
        this.max = max;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (open.incrementAndGet() > max) {
            open.decrementAndGet();
            long times = tooMany.next();
            if (times > 0) {
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
        pipelines.furnish(channel, carrier, address, false, listeners.get(), new Opening() {
            @Override
            public void onOpened(Connection connection) {}

            @Override
            public void onRefused(Throwable cause) {
                logRefused(channel, Causes.text(cause));
            }
        });
    }

    @Override
    public void exceptionCaught(io.netty.channel.ChannelHandlerContext ctx, Throwable cause) {
        LOG.error("a connection cannot be accepted: address={}", address, cause);
        ctx.close();
    }

    /** The address with the port that was taken. */
    private Address place(Channel channel) {
        SocketAddress local = channel.localAddress();
        return local instanceof InetSocketAddress inet ? address.port(inet.getPort()) : address;
    }

    private void logRefused(Channel channel, String cause) {
        long times = refused.next();
        if (times > 0) {
            LOG.warn(
                    "a connection was refused: address={}, peer={}, cause={}, refusedSoFar={}",
                    place(channel),
                    channel.remoteAddress(),
                    cause,
                    times);
        }
    }
}
