// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.troupe.net.netty.EventLoops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code tcp://}. Any thread. */
class TcpChannels implements SchemeChannels {
    /** A machine that acknowledges nothing for that long is gone. */
    private static final int SILENCE_MILLIS = 15_000;

    private final EventLoops loops;
    private final TransportConfig config;

    TcpChannels(EventLoops loops, TransportConfig config) {
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
    public List<? extends SocketAddress> find(Address address) throws IOException {
        return Arrays.stream(InetAddress.getAllByName(address.host()))
                .map(host -> new InetSocketAddress(host, address.port()))
                .toList();
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
