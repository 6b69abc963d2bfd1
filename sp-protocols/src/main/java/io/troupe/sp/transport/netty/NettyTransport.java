// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.net.SocketIo;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.netty.channel.Target;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TLS over TCP, WebSocket, and WebSocket over TLS. Its threads are daemons that begin with the first use and end with
 * {@link #close}. Thread-safe.
 */
public final class NettyTransport implements SpTransport {
    private final LazyLoops loops = new LazyLoops(SocketIo.NIO);
    /** Guarded by this. */
    private @Nullable Ports ports;

    /** Without any threads yet. */
    public NettyTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(Endpoint.TLS, Endpoint.WS, Endpoint.WSS);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext wiring, PipeAcceptor acceptor) {
        return ports().bind(Endpoint.parse(address, true), wiring, acceptor);
    }

    private synchronized Ports ports() {
        Ports open = ports;
        if (open == null) {
            open = new Ports(loops.get());
            ports = open;
        }
        return open;
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext wiring, PipeAcceptor acceptor) {
        Endpoint endpoint = Endpoint.parse(address, false);
        return Dial.start(endpoint, new Target(wiring, acceptor, address), loops.get());
    }

    @Override
    public void close() {
        loops.close();
    }
}
