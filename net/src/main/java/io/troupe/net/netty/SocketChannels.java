// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Promise;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** How channels dial, and how those that listen end. Stateless. */
public final class SocketChannels {
    private SocketChannels() {}

    /**
     * Dials several places one after the other, until one answers. Knows no time limit: the handler does, and closes the
     * channel that it was shown last.
     *
     * @param loops threads that can serve the channel
     * @param type type of the channel
     * @param places at least one
     * @param handler told what comes of it
     */
    public static void dial(
            EventLoopGroup loops,
            Class<? extends Channel> type,
            List<? extends SocketAddress> places,
            DialHandler handler) {
        if (handler.isOver()) {
            return;
        }
        if (loops.isShuttingDown()) {
            // Netty itself would say so by a stack trace per attempt
            handler.onFailure(new RejectedExecutionException("a closed transport does not dial"));
            return;
        }
        new Bootstrap()
                .group(loops)
                .channel(type)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        handler.onChannel(channel);
                    }
                })
                .connect(places.get(0))
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        handler.onConnected();
                    } else if (places.size() > 1) {
                        dial(loops, type, places.subList(1, places.size()), handler);
                    } else {
                        handler.onFailure(connected.cause());
                    }
                });
    }

    /**
     * Closes a channel and waits until nobody can connect to its address any more and the address is free. Any thread; does not
     * wait on the loop of the channel. Closing twice is fine.
     *
     * @param channel one that listens
     * @param mostMillis how long to wait at most, as the loop may be busy or ending
     */
    @SuppressWarnings("FutureReturnValueIgnored") // awaited by another one
    public static void closeListening(Channel channel, long mostMillis) {
        EventLoop loop = channel.eventLoop();
        if (loop.isShuttingDown()) {
            channel.close(); // the end of the loop closes all sockets
            return;
        }
        Promise<Void> free = loop.newPromise();
        // A selector of the JDK keeps a closed socket until it selects again, and the kernel accepts for it until then.
        // What a loop schedules runs after that.
        channel.close().addListener(done -> loop.schedule(() -> free.trySuccess(null), 0, TimeUnit.NANOSECONDS));
        if (!loop.inEventLoop()) {
            free.awaitUninterruptibly(mostMillis);
        }
    }
}
