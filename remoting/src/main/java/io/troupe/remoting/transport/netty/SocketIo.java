// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerDomainSocketChannel;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.kqueue.KQueueSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Unix;
import io.netty.util.internal.PlatformDependent;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/** By which interface of the system the bytes of sockets move. Any thread. */
enum SocketIo {
    /** Linux, native. */
    EPOLL(EpollSocketChannel.class, EpollServerSocketChannel.class),
    /** macOS, native. */
    KQUEUE(KQueueSocketChannel.class, KQueueServerSocketChannel.class),
    /** What the JDK has. */
    NIO(NioSocketChannel.class, NioServerSocketChannel.class);

    private final Class<? extends Channel> tcp;
    private final Class<? extends ServerChannel> tcpServer;

    SocketIo(Class<? extends Channel> tcp, Class<? extends ServerChannel> tcpServer) {
        this.tcp = tcp;
        this.tcpServer = tcpServer;
    }

    /** A native one where there is one and where loading it makes the JVM print no warning. */
    static SocketIo best() {
        // the loader of libraries and the classes with native methods are three modules of Netty
        if (!NativeAccess.isAllowed(PlatformDependent.class, Unix.class, Epoll.class)) {
            return NIO;
        }
        if (Epoll.isAvailable()) {
            return EPOLL;
        }
        return NativeAccess.isAllowed(KQueue.class) && KQueue.isAvailable() ? KQUEUE : NIO;
    }

    IoHandlerFactory handlers() {
        return switch (this) {
            case EPOLL -> EpollIoHandler.newFactory();
            case KQUEUE -> KQueueIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    Class<? extends Channel> tcp() {
        return tcp;
    }

    Class<? extends ServerChannel> tcpServer() {
        return tcpServer;
    }

    Class<? extends Channel> ipc() {
        return switch (this) {
            case EPOLL -> EpollDomainSocketChannel.class;
            case KQUEUE -> KQueueDomainSocketChannel.class;
            case NIO -> NioDomainSocketChannel.class;
        };
    }

    Class<? extends ServerChannel> ipcServer() {
        return switch (this) {
            case EPOLL -> EpollServerDomainSocketChannel.class;
            case KQUEUE -> KQueueServerDomainSocketChannel.class;
            case NIO -> NioServerDomainSocketChannel.class;
        };
    }

    /** A socket file. */
    SocketAddress file(String path) {
        return this == NIO ? UnixDomainSocketAddress.of(path) : new DomainSocketAddress(path);
    }

    /** Ends connections whose other side acknowledges nothing for that long, where the system can. */
    void acknowledgeWithin(Channel channel, int millis) {
        if (this == EPOLL) {
            channel.config().setOption(EpollChannelOption.TCP_USER_TIMEOUT, millis);
        }
    }
}
