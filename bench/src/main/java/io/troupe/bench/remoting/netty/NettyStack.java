// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Pending;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Netty without anything on top: the limit. What is sent goes through one queue into buffers of 64 KiB, which are flushed when
 * the queue is empty; no codec, no dispatch, but every payload arrives as an array of its own, as it does everywhere.
 */
public final class NettyStack implements Stack {
    /** Two or three full buffers may be with the kernel's; fewer would stall the writer, more would only be memory. */
    private static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(128 * 1024, 256 * 1024);

    /** Makes the stack. */
    public NettyStack() {}

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public Server serve(Echo echo) throws InterruptedException {
        Channel channel = new ServerBootstrap()
                .group(group())
                .channel(Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .childHandler(handlers(child -> new ServerLink(child, echo)))
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
        int port = ((InetSocketAddress) channel.localAddress()).getPort();
        return () -> port;
    }

    @Override
    public Client connect(int port) throws InterruptedException {
        Pending pending = new Pending();
        Channel channel = new Bootstrap()
                .group(group())
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, MARKS)
                .handler(handlers(made -> new ClientLink(made, pending)))
                .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .sync()
                .channel();
        return new LinkClient(channel.pipeline().get(ClientLink.class), pending);
    }

    /** One thread per process: there is one connection. */
    private static EventLoopGroup group() {
        IoHandlerFactory kind = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(1, kind);
    }

    private static ChannelInitializer<Channel> handlers(Function<Channel, ChannelHandler> handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(handler.apply(channel));
            }
        };
    }

    private static final class ServerLink extends Link {
        private final Echo echo;

        ServerLink(Channel channel, Echo echo) {
            super(channel);
            this.echo = echo;
        }

        @Override
        void onTell(byte[] payload) {
            echo.tell(payload);
        }

        @Override
        void onCall(int id, byte[] payload) {
            send(new Call(id, echo.ask(payload)));
        }
    }

    private static final class ClientLink extends Link {
        private final Pending pending;

        ClientLink(Channel channel, Pending pending) {
            super(channel);
            this.pending = pending;
        }

        @Override
        void onTell(byte[] payload) {
            throw new IllegalStateException("server must not tell: length=" + payload.length);
        }

        @Override
        void onCall(int id, byte[] payload) {
            pending.complete(id, payload);
        }
    }

    private record LinkClient(Link link, Pending pending) implements Client {
        @Override
        public void tell(byte[] payload, int times) {
            for (int i = 0; i < times; i++) {
                link.send(payload);
            }
        }

        @Override
        public void ask(byte[] payload, Consumer<byte[]> reply) {
            link.send(new Call(pending.add(reply), payload));
        }
    }
}
