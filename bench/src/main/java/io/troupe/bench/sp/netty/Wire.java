// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Transport;
import java.net.SocketAddress;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Connections with the wire format of SP.
 *
 * @param job where to
 * @param own number of this end's protocol
 * @param peer number of the other's
 */
record Wire(Job job, int own, int peer) {
    static final int PAIR = 0x10;
    static final int REQ = 0x30;
    static final int REP = 0x31;

    private static final int MARK_LOW = 128 * 1024;
    private static final int MARK_HIGH = 256 * 1024;
    private static final int LENGTH = Long.BYTES;
    private static final int MOST = 1 << 20;
    /** The only kind of message that ipc knows. */
    private static final int IPC_MESSAGE = 1;

    /** Listens, on one event loop, as there is one connection (several for round trips of several threads). */
    void listen(Supplier<ChannelHandler> handler) throws InterruptedException {
        new ServerBootstrap()
                .group(group())
                .channel(ipc() ? EpollServerDomainSocketChannel.class : EpollServerSocketChannel.class)
                .childHandler(handlers(channel -> handler.get()))
                .bind(address())
                .sync();
    }

    Channel dial(Function<Channel, ChannelHandler> handler) throws InterruptedException {
        return new Bootstrap()
                .group(group())
                .channel(ipc() ? EpollDomainSocketChannel.class : EpollSocketChannel.class)
                .handler(handlers(handler))
                .connect(address())
                .sync()
                .channel();
    }

    /** Bytes before each payload. */
    int headerBytes() {
        return ipc() ? LENGTH + 1 : LENGTH;
    }

    void writeHeader(ByteBuf buffer, int length) {
        if (ipc()) {
            buffer.writeByte(IPC_MESSAGE);
        }
        buffer.writeLong(length);
    }

    private boolean ipc() {
        return job.transport() == Transport.IPC;
    }

    private SocketAddress address() {
        return ipc() ? new DomainSocketAddress(job.place()) : job.socketAddress();
    }

    private static EventLoopGroup group() {
        return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    }

    private ChannelInitializer<Channel> handlers(Function<Channel, ChannelHandler> handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                if (!ipc()) {
                    channel.config().setOption(ChannelOption.TCP_NODELAY, true);
                }
                channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(MARK_LOW, MARK_HIGH));
                int offset = headerBytes() - LENGTH;
                channel.pipeline()
                        .addLast(new Greeting(own, peer))
                        .addLast(new LengthFieldBasedFrameDecoder(MOST, offset, LENGTH, 0, headerBytes()))
                        .addLast(handler.apply(channel));
            }
        };
    }
}
