// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.Connection;
import io.troupe.remoting.transport.ConnectionListener;
import io.troupe.remoting.transport.TransportConfig;
import io.troupe.remoting.transport.netty.channel.Causes;
import io.troupe.remoting.transport.netty.channel.Opening;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/** One attempt to dial: find the place, connect, agree on TLS, open. */
final class Dial implements Opening {
    private final Carrier carrier;
    private final Address address;
    private final ConnectionListener listener;
    private final TransportConfig config;
    private final CompletablePromise<Connection> promise = new CompletablePromise<>();

    Dial(Carrier carrier, Address address, ConnectionListener listener, TransportConfig config) {
        this.carrier = carrier;
        this.address = address;
        this.listener = listener;
        this.config = config;
    }

    Promise<Connection> start(EventLoops loops, Pipelines pipelines) {
        try {
            // names are looked up on helpers, which may take longer than anybody wants to wait
            Future<?> limit = loops.later(config.connectTimeout().toNanos(), () -> refuse("no answer", null));
            loops.help(() -> {
                try {
                    connect(carrier.find(address), pipelines, limit);
                } catch (IOException | RuntimeException e) {
                    limit.cancel(false);
                    onRefused(e);
                }
            });
        } catch (RejectedExecutionException e) {
            refuse("a closed transport does not dial", e);
        }
        return promise;
    }

    private void connect(SocketAddress place, Pipelines pipelines, Future<?> limit) {
        if (!limit.cancel(false)) {
            return;
        }
        new Bootstrap()
                .group(carrier.loops())
                .channel(carrier.dialling())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        config.connectTimeout().toMillis())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        pipelines.furnish(channel, carrier, address, true, listener, Dial.this);
                    }
                })
                .connect(place)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        onRefused(connected.cause());
                    }
                });
    }

    @Override
    public void onOpened(Connection connection) {
        if (!promise.complete(connection)) {
            connection.close(); // nobody wants it any more
        }
    }

    @Override
    public void onRefused(Throwable cause) {
        refuse(Causes.text(cause), cause);
    }

    private void refuse(String what, @org.jspecify.annotations.Nullable Throwable cause) {
        String more = what.startsWith("no answer") ? "connectTimeout=" + config.connectTimeout() : null;
        promise.fail(new LinkRefusedException(Pipelines.message(what, address, more), cause));
    }
}
