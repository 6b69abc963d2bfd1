// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What differs between the schemes of addresses. Any thread. */
interface SchemeChannels {
    /** Threads that can serve its channels. */
    EventLoopGroup loops();

    /** Type of channels that dial. */
    Class<? extends Channel> dialling();

    /** Type of channels that listen. */
    Class<? extends ServerChannel> listening();

    /**
     * Where to dial, one place after the other, or to bind, which is the first. May block.
     *
     * @return at least one
     * @throws IOException that says why there is no such place
     */
    List<? extends SocketAddress> find(Address address) throws IOException;

    /**
     * Binds, and makes the place free before where that is this side's business. May block.
     *
     * @param binding waits until it is bound, or cannot be
     * @throws IOException that says why the place is taken
     */
    default ChannelFuture bind(Address address, Supplier<ChannelFuture> binding) throws IOException {
        return binding.get();
    }

    /**
     * Something listens now. May block.
     *
     * @return where, with the port that was taken
     */
    default Address afterListening(Address address, Channel bound) {
        return address;
    }

    /** It is about to listen no more. */
    default void endListening(Address address) {}

    /**
     * Sets options and adds the handlers between socket and connection.
     *
     * @param dialled where to, or null if the channel was accepted
     */
    void prepare(Channel channel, @Nullable Address dialled);
}
