// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.netty.channel.Channel;
import io.troupe.net.netty.SocketChannels;
import java.util.concurrent.atomic.AtomicBoolean;

/** A channel that listens. */
final class NettyListener implements Listener {
    private static final long WAIT_MILLIS = 2_000;

    private final Channel channel;
    private final SchemeChannels scheme;
    private final Address address;
    private final AtomicBoolean closed = new AtomicBoolean();

    NettyListener(Channel channel, SchemeChannels scheme, Address address) {
        this.channel = channel;
        this.scheme = scheme;
        this.address = address;
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            scheme.endListening(address);
        }
        SocketChannels.closeListening(channel, WAIT_MILLIS);
    }

    @Override
    public String toString() {
        return "Listener[" + address + "]";
    }
}
