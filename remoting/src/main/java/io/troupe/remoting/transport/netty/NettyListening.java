// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import io.netty.channel.Channel;
import io.troupe.net.ServerChannels;
import io.troupe.remoting.transport.Address;
import io.troupe.remoting.transport.Listening;
import java.util.concurrent.atomic.AtomicBoolean;

/** A channel that listens. */
final class NettyListening implements Listening {
    private static final long WAIT_MILLIS = 2_000;

    private final Channel channel;
    private final Carrier carrier;
    private final Address address;
    private final AtomicBoolean closed = new AtomicBoolean();

    NettyListening(Channel channel, Carrier carrier, Address address) {
        this.channel = channel;
        this.carrier = carrier;
        this.address = address;
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            carrier.endListening(address);
        }
        ServerChannels.close(channel, WAIT_MILLIS);
    }

    @Override
    public String toString() {
        return "Listening[" + address + "]";
    }
}
