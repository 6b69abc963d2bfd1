// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.TransportConfig;
import io.troupe.remoting.transport.netty.channel.InprocHandler;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** {@code inproc://}. Any thread. */
final class InprocCarrier implements Carrier {
    private final EventLoops loops;
    private final TransportConfig config;

    InprocCarrier(EventLoops loops, TransportConfig config) {
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
    public SocketAddress find(Address address) {
        return new LocalAddress(address.path());
    }

    @Override
    public void prepare(Channel channel, @Nullable Address dialled) {
        channel.pipeline().addLast(new InprocHandler(config.lowMark(), config.highMark()));
    }
}
