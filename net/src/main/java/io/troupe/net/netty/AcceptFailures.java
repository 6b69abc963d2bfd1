// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a channel that listens does when it cannot accept, as where the process may open no more files: it says so and tries again
 * after a second. Those who dial wait in the queue of the system meanwhile. Netty would pause as well, and log a stack trace about
 * its pipeline each time. For one channel; loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the loop cancels it
public final class AcceptFailures extends ChannelInboundHandlerAdapter {
    /** Until the next try. */
    static final long PAUSE_MILLIS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(AcceptFailures.class);

    private long failures;

    /** For a channel that has not failed yet. */
    public AcceptFailures() {}

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Channel channel = ctx.channel();
        channel.config().setAutoRead(false);
        channel.eventLoop().schedule(() -> channel.config().setAutoRead(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        failures++;
        if (Long.bitCount(failures) == 1) { // the first, second, fourth, eighth …
            LOG.warn(
                    "connections cannot be accepted, the next try is in a second: address={}, cause={}, failedSoFar={}",
                    channel.localAddress(),
                    cause.getMessage(), // needs no class that would be loaded from a file
                    failures);
        }
    }
}
