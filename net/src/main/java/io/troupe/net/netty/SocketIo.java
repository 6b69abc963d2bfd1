// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.Channel;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import io.netty.channel.kqueue.KQueueServerDomainSocketChannel;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.kqueue.KQueueSocketChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/** By which interface of the system the bytes of sockets move. Loads only the classes of the one that is used. Any thread. */
public enum SocketIo {
    /** Linux, native. */
    EPOLL,
    /** macOS, native. */
    KQUEUE,
    /** What the JDK has. */
    NIO;

    /** Type of TCP channels that dial or were accepted. */
    public Class<? extends Channel> tcp() {
        return switch (this) {
            case EPOLL -> EpollSocketChannel.class;
            case KQUEUE -> KQueueSocketChannel.class;
            case NIO -> NioSocketChannel.class;
        };
    }

    /** Type of TCP channels that listen. */
    public Class<? extends ServerChannel> tcpServer() {
        return switch (this) {
            case EPOLL -> EpollServerSocketChannel.class;
            case KQUEUE -> KQueueServerSocketChannel.class;
            case NIO -> NioServerSocketChannel.class;
        };
    }

    /** Type of channels over socket files that dial or were accepted. */
    public Class<? extends Channel> ipc() {
        return switch (this) {
            case EPOLL -> EpollDomainSocketChannel.class;
            case KQUEUE -> KQueueDomainSocketChannel.class;
            case NIO -> NioDomainSocketChannel.class;
        };
    }

    /** Type of channels over socket files that listen. */
    public Class<? extends ServerChannel> ipcServer() {
        return switch (this) {
            case EPOLL -> EpollServerDomainSocketChannel.class;
            case KQUEUE -> KQueueServerDomainSocketChannel.class;
            case NIO -> NioServerDomainSocketChannel.class;
        };
    }

    /** Address of a socket file. */
    public SocketAddress file(String path) {
        return this == NIO ? UnixDomainSocketAddress.of(path) : new DomainSocketAddress(path);
    }

    /**
     * Ends connections whose other side acknowledges nothing for that long, where the system can.
     *
     * @param millis more than zero
     */
    public void acknowledgeWithin(Channel channel, int millis) {
        if (this == EPOLL) {
            channel.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, millis);
        }
    }

    @Override
    public String toString() {
        return this == NIO ? "NIO" : this == EPOLL ? "epoll" : "kqueue";
    }
}
