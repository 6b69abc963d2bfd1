// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.SocketFileLock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code ipc://}. Any thread. */
final class IpcChannels implements SchemeChannels {
    private final EventLoops loops;
    private final TransportConfig config;

    IpcChannels(EventLoops loops, TransportConfig config) {
        this.loops = loops;
        this.config = config;
    }

    @Override
    public EventLoopGroup loops() {
        return loops.sockets();
    }

    @Override
    public Class<? extends Channel> dialling() {
        return loops.io().ipc();
    }

    @Override
    public Class<? extends ServerChannel> listening() {
        return loops.io().ipcServer();
    }

    @Override
    public List<? extends SocketAddress> find(Address address) {
        return List.of(loops.io().file(address.path()));
    }

    @Override
    public ChannelFuture bind(Address address, Supplier<ChannelFuture> binding) throws IOException {
        Path path = Path.of(address.path());
        return SocketFileLock.hold(path, () -> {
            SocketFile.makeFree(path);
            return binding.get();
        });
    }

    @Override
    public Address afterListening(Address address, Channel bound) {
        SocketFile.restrict(Path.of(address.path()));
        return address;
    }

    @Override
    public void endListening(Address address) {
        // before the socket is closed: afterwards the file may already be that of another listener
        SocketFile.delete(Path.of(address.path()));
    }

    @Override
    public void prepare(Channel channel, @Nullable Address dialled) {
        channel.config().setOption(ChannelOption.SO_SNDBUF, config.socketBufferBytes());
        channel.config().setOption(ChannelOption.SO_RCVBUF, config.socketBufferBytes());
        channel.pipeline().addLast(new OrderlyClose());
    }
}
