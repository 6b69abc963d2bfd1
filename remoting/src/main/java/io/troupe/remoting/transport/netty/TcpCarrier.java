// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.TransportConfig;
import io.troupe.remoting.transport.netty.channel.OrderlyClose;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** {@code tcp://}. Any thread. */
class TcpCarrier implements Carrier {
    /** A machine that acknowledges nothing for that long is gone. */
    private static final int SILENCE_MILLIS = 15_000;

    private final EventLoops loops;
    private final TransportConfig config;

    TcpCarrier(EventLoops loops, TransportConfig config) {
        this.loops = loops;
        this.config = config;
    }

    @Override
    public EventLoopGroup loops() {
        return loops.sockets();
    }

    @Override
    public Class<? extends Channel> dialling() {
        return loops.io().tcp();
    }

    @Override
    public Class<? extends ServerChannel> listening() {
        return loops.io().tcpServer();
    }

    @Override
    public SocketAddress find(Address address) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
    }

    @Override
    public Address afterListening(Address address, Channel bound) {
        return address.port(((InetSocketAddress) bound.localAddress()).getPort());
    }

    @Override
    public void prepare(Channel channel, @Nullable Address dialled) {
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        channel.config().setOption(ChannelOption.SO_SNDBUF, config.socketBufferBytes());
        channel.config().setOption(ChannelOption.SO_RCVBUF, config.socketBufferBytes());
        loops.io().acknowledgeWithin(channel, SILENCE_MILLIS);
        channel.pipeline().addLast(new OrderlyClose());
    }
}
