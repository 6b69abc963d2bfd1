// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.troupe.sp.transport.netty.channel.Hello;
import io.troupe.sp.transport.netty.channel.Opening;
import io.troupe.sp.transport.netty.channel.Target;
import io.troupe.sp.transport.netty.channel.UpgradeClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One attempt to connect: to each address of the host, until one answers. Any thread. */
final class Dial {
    private final Endpoint endpoint;
    private final Target target;
    private final Loops loops;
    private final Opening opening;

    private Dial(Endpoint endpoint, Target target, Loops loops) {
        this.endpoint = endpoint;
        this.target = target;
        this.loops = loops;
        this.opening = Opening.dialled(target);
    }

    /** Begins; what comes of it is told to the target. */
    static AutoCloseable start(Endpoint endpoint, Target target, Loops loops) {
        Dial dial = new Dial(endpoint, target, loops);
        try {
            dial.opening.within(
                    loops.working().next(), target.options().handshakeTimeout().toNanos());
            loops.help(dial::prepare);
        } catch (RejectedExecutionException e) {
            dial.opening.fail(e);
        }
        return dial.opening::giveUp;
    }

    private void prepare() {
        try {
            TlsSetup tls = endpoint.isEncrypted() ? TlsSetup.dialling(target.options()) : null;
            connect(InetAddress.getAllByName(endpoint.host()), 0, tls);
        } catch (UnknownHostException | RuntimeException e) {
            opening.fail(e);
        }
    }

    private void connect(InetAddress[] hosts, int index, @Nullable TlsSetup tls) {
        if (opening.isOver()) {
            return;
        }
        ChannelFuture connecting = new Bootstrap()
                .group(loops.working())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0) // one limit for all steps of the handshake
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        furnish(channel, tls);
                    }
                })
                .connect(new InetSocketAddress(hosts[index], endpoint.port()));
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                if (index + 1 < hosts.length) {
                    connect(hosts, index + 1, tls);
                } else {
                    opening.fail(done.cause());
                }
            }
        });
    }

    private void furnish(Channel channel, @Nullable TlsSetup tls) {
        opening.on(channel); // not after connecting: by then the handshake may be through, which looks like given up
        if (tls != null) {
            channel.pipeline().addLast(tls.handler(channel.alloc(), endpoint.host(), endpoint.port()));
        }
        if (endpoint.isWeb()) {
            UpgradeClient.furnish(channel, opening, endpoint.uri(), target);
        } else {
            channel.pipeline().addLast(Hello.secure(opening, target));
        }
    }
}
