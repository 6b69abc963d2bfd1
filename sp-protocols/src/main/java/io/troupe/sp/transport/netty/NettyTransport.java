// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.net.NettyVersion;
import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.transport.Address;
import io.troupe.sp.transport.Bound;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.Transport;
import io.troupe.sp.transport.Wiring;
import io.troupe.sp.transport.netty.channel.Target;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * TLS over TCP, WebSocket, and WebSocket over TLS. Its threads are daemons that begin with the first use and end with
 * {@link #close}. Thread-safe.
 */
public final class NettyTransport implements Transport {
    private final Object lock = new Object();
    /** Guarded by the lock; null: no threads. */
    private @Nullable Loops loops;

    private @Nullable Ports ports;
    /** Guarded by the lock: a dialer may come late, and must not begin threads that nobody ends. */
    private boolean closed;

    /** Without any threads yet. */
    public NettyTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(Endpoint.TLS, Endpoint.WS, Endpoint.WSS);
    }

    @Override
    public Bound bind(Address address, Wiring wiring, PipeAcceptor acceptor) {
        Endpoint endpoint = Endpoint.parse(address, true);
        Ports own;
        synchronized (lock) {
            if (ports == null) {
                ports = new Ports(running());
            }
            own = ports;
        }
        return own.bind(endpoint, wiring, acceptor);
    }

    @Override
    public AutoCloseable connect(Address address, Wiring wiring, PipeAcceptor acceptor) {
        Endpoint endpoint = Endpoint.parse(address, false);
        Loops own;
        synchronized (lock) {
            own = running();
        }
        return Dial.start(endpoint, new Target(wiring, acceptor, address), own);
    }

    private Loops running() {
        if (closed) {
            throw new SpException(SpError.CLOSED, "the transport is closed");
        }
        Loops own = loops;
        if (own == null) {
            NettyVersion.ofProcess(); // before anything of Netty is loaded, so that its sentence is what users see
            own = new Loops();
            loops = own;
        }
        return own;
    }

    @Override
    public void close() {
        Loops own;
        synchronized (lock) {
            closed = true;
            own = loops;
            loops = null;
            ports = null;
        }
        if (own != null) {
            own.close();
        }
    }
}
