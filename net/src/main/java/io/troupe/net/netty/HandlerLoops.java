// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.ThreadFactory;

/** As Netty 4.2 makes loops. Stateless. */
final class HandlerLoops implements LoopFactory {
    @Override
    public EventLoopGroup sockets(SocketIo io, int threads, ThreadFactory factory) {
        IoHandlerFactory handlers =
                switch (io) {
                    case EPOLL -> EpollIoHandler.newFactory();
                    case KQUEUE -> KQueueIoHandler.newFactory();
                    case NIO -> NioIoHandler.newFactory();
                };
        return new MultiThreadIoEventLoopGroup(threads, factory, handlers);
    }

    @Override
    public EventLoopGroup inproc(int threads, ThreadFactory factory) {
        return new MultiThreadIoEventLoopGroup(threads, factory, LocalIoHandler.newFactory());
    }
}
