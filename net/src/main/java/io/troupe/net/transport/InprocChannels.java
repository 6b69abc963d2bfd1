// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.troupe.net.netty.EventLoops;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code inproc://}. Any thread. */
final class InprocChannels implements SchemeChannels {
    private final EventLoops loops;
    private final TransportConfig config;

    InprocChannels(EventLoops loops, TransportConfig config) {
        this.loops = loops;
        this.config = config;
    }

    @Override
    public EventLoopGroup loops() {
        return loops.inproc();
    }

    @Override
    public Class<? extends Channel> dialling() {
        return LocalChannel.class;
    }

    @Override
    public Class<? extends ServerChannel> listening() {
        return LocalServerChannel.class;
    }

    @Override
    public List<? extends SocketAddress> find(Address address) {
        return List.of(new LocalAddress(address.path()));
    }

    @Override
    public void prepare(Channel channel, @Nullable Address dialled) {
        channel.pipeline().addLast(new InprocHandler(config.lowMark(), config.highMark()));
    }
}
