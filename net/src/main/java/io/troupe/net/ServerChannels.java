// SPDX-License-Identifier: Apache-2.0
package io.troupe.net;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.TimeUnit;

/** How channels that listen end. Stateless. */
public final class ServerChannels {
    private ServerChannels() {}

    /**
     * Closes a channel and waits until nobody can connect to its address any more and the address is free. Any thread; does not wait on
     * the loop of the channel. Closing twice is fine.
     *
     * @param channel one that listens
     * @param mostMillis how long to wait at most, as the loop may be busy or ending
     */
    @SuppressWarnings("FutureReturnValueIgnored") // awaited by another one
    public static void close(Channel channel, long mostMillis) {
        EventLoop loop = channel.eventLoop();
        if (loop.isShuttingDown()) {
            channel.close(); // the end of the loop closes all sockets
            return;
        }
        Promise<Void> free = loop.newPromise();
        // A selector of the JDK keeps a closed socket until it selects again, and the kernel accepts for it until then.
        // What a loop
        // schedules runs after that.
        channel.close().addListener(done -> loop.schedule(() -> free.trySuccess(null), 0, TimeUnit.NANOSECONDS));
        if (!loop.inEventLoop()) {
            free.awaitUninterruptibly(mostMillis);
        }
    }
}
