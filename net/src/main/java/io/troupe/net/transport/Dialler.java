// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.netty.DialHandler;
import io.troupe.net.netty.EventLoops;
import io.troupe.net.netty.NetFailure;
import io.troupe.net.netty.SocketChannels;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One attempt to dial: find the places, connect to the first that answers, agree on TLS, open. Any thread. */
final class Dialler implements DialHandler, OpenListener {
    private final SchemeChannels scheme;
    private final Address address;
    private final ConnectionListener listener;
    private final TransportConfig config;
    private final ChannelSetup setup;
    private final CompletablePromise<Connection> promise = new CompletablePromise<>();
    private volatile boolean outOfTime;
    private volatile @Nullable Channel channel;
    private volatile @Nullable Future<?> limit;

    Dialler(
            SchemeChannels scheme,
            Address address,
            ConnectionListener listener,
            TransportConfig config,
            ChannelSetup setup) {
        this.scheme = scheme;
        this.address = address;
        this.listener = listener;
        this.config = config;
        this.setup = setup;
    }

    Promise<Connection> start(EventLoops loops) {
        try {
            // names are looked up on helpers, which may take longer than anybody wants to wait
            limit = scheme.loops()
                    .schedule(this::onOutOfTime, config.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
            loops.help(this::connect);
        } catch (RejectedExecutionException e) {
            refuse("a closed transport does not dial", e);
        }
        return promise;
    }

    private void connect() {
        try {
            SocketChannels.dial(scheme.loops(), scheme.dialling(), scheme.find(address), this);
        } catch (IOException | RuntimeException e) {
            onFailure(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the end of the channel is told to its handlers
    private void onOutOfTime() {
        outOfTime = true;
        if (refuse("no answer", null)) {
            Channel tried = channel;
            if (tried != null) {
                tried.close();
            }
        }
    }

    @Override
    public boolean isOver() {
        return outOfTime;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // nobody knows it yet
    public void onChannel(Channel dialled) {
        channel = dialled;
        if (outOfTime) {
            dialled.close();
        } else {
            setup.furnish(dialled, scheme, address, true, listener, this);
        }
    }

    @Override
    public void onConnected() {
        endLimit(); // TLS has one of its own
    }

    @Override
    public void onOpened(Connection connection) {
        if (!promise.complete(connection)) {
            connection.close(); // nobody wants it any more
        }
    }

    @Override
    public void onFailure(Throwable cause) {
        endLimit();
        onRefused(NetFailure.of(cause), cause);
    }

    @Override
    public void onRefused(NetFailure why, Throwable cause) {
        refuse(why.text(), cause);
    }

    private void endLimit() {
        Future<?> timer = limit;
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private boolean refuse(String what, @Nullable Throwable cause) {
        String more = what.startsWith("no answer") ? "connectTimeout=" + config.connectTimeout() : null;
        return promise.fail(new LinkRefusedException(ChannelSetup.message(what, address, more), cause));
    }
}
