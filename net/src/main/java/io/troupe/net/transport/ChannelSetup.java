// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DuplexChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Furnishes new channels, and knows all that are open. Any thread. */
final class ChannelSetup {
    private static final int SMALLEST_READ = 512;
    private static final int FIRST_READ = 4096;
    private static final int LARGEST_READ = 64 << 10;

    private final TransportConfig config;
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();

    ChannelSetup(TransportConfig config) {
        this.config = config;
    }

    /**
     * Makes a channel a connection. On the channel's loop, before it is active.
     *
     * @param at where it was dialled to or accepted
     * @param dialled false if it was accepted
     */
    void furnish(
            Channel channel,
            SchemeChannels scheme,
            Address at,
            boolean dialled,
            ConnectionListener to,
            OpenListener opening) {
        remember(channel);
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(config.lowMark(), config.highMark()));
        channel.config()
                .setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(SMALLEST_READ, FIRST_READ, LARGEST_READ));
        if (channel instanceof DuplexChannel) {
            // else it would close before a listener that has stopped reading has had what came last
            channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        }
        scheme.prepare(channel, dialled ? at : null);
        channel.pipeline().addLast(new ConnectionHandler(to, at.toString(), opening));
    }

    /** Closes a channel together with all others. */
    void remember(Channel channel) {
        open.add(channel);
        channel.closeFuture().addListener(done -> open.remove(channel));
    }

    /** A view of the open channels, which changes with them. */
    Set<Channel> open() {
        return open;
    }

    /** What the failure of a dial or a bind looks like. */
    static String message(String what, Address address, @Nullable String more) {
        String separator = what.indexOf(':') < 0 ? ": " : ", ";
        return what + separator + "address=" + address + (more == null ? "" : ", " + more);
    }
}
