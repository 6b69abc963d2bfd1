// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.kqueue.KQueueEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.util.concurrent.ThreadFactory;

/** As Netty 4.1 makes loops. Stateless. */
@SuppressWarnings("deprecation") // compiled against 4.2, which has other ones
final class GroupLoops implements LoopFactory {
    @Override
    public EventLoopGroup sockets(SocketIo io, int threads, ThreadFactory factory) {
        return switch (io) {
            case EPOLL -> new EpollEventLoopGroup(threads, factory);
            case KQUEUE -> new KQueueEventLoopGroup(threads, factory);
            case NIO -> new NioEventLoopGroup(threads, factory);
        };
    }

    @Override
    public EventLoopGroup inproc(int threads, ThreadFactory factory) {
        return new DefaultEventLoopGroup(threads, factory);
    }
}
