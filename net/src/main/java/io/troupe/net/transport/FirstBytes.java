// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Notes whether the other side of a connection has sent anything, before anybody looks at it. First in the pipeline, until then. Loop only. */
final class FirstBytes extends ChannelInboundHandlerAdapter {
    private boolean came;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        came = true;
        ctx.pipeline().remove(this);
        ctx.fireChannelRead(message);
    }

    /** Whether anything has come. */
    boolean haveCome() {
        return came;
    }
}
