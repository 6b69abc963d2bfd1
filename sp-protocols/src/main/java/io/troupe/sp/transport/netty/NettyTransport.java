// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.net.netty.SocketIo;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TLS over TCP, WebSocket, and WebSocket over TLS. Its threads are daemons that begin with the first use and end with
 * {@link #close}. Thread-safe.
 */
public final class NettyTransport implements SpTransport {
    private final SpEventLoops loops = new SpEventLoops(SocketIo.NIO);
    /** Guarded by this. */
    private @Nullable SharedPorts ports;

    /** Without any threads yet. */
    public NettyTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(HostAddress.TLS, HostAddress.WS, HostAddress.WSS);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        return ports().bind(HostAddress.parse(address, true), context, acceptor);
    }

    private synchronized SharedPorts ports() {
        SharedPorts open = ports;
        if (open == null) {
            open = new SharedPorts(loops.get());
            ports = open;
        }
        return open;
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        HostAddress endpoint = HostAddress.parse(address, false);
        return HostDialler.start(endpoint, new AttemptTarget(context, acceptor, address), loops.get());
    }

    @Override
    public void close() {
        loops.close();
    }
}
