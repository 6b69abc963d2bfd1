// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.net.netty.EventLoops;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;

/** Which ports are open, and who listens there. Thread-safe. */
final class SharedPorts {
    private final EventLoops loops;
    private final Object lock = new Object();
    /** Guarded by the lock. */
    private final Map<Key, SharedPort> open = new HashMap<>();

    SharedPorts(EventLoops loops) {
        this.loops = loops;
    }

    /**
     * Listens, on a port of its own or, if another path is served there, on a shared one.
     *
     * @throws SpException address in use or invalid, permission denied, not trusted
     */
    BoundListener bind(HostAddress endpoint, TransportContext context, PipeAcceptor acceptor) {
        InetSocketAddress where = resolve(endpoint);
        synchronized (lock) {
            SharedPort port = open.get(new Key(endpoint.scheme(), where));
            if (port == null) {
                port = SharedPort.open(endpoint, where, context, loops);
            } else if (!port.has(context.options())) {
                throw new SpException(
                        SpError.ADDRESS_IN_USE,
                        "those who share a port must have the same TLS files or the same context: address="
                                + endpoint.withPort(port.number()));
            }
            Key key = new Key(endpoint.scheme(), new InetSocketAddress(where.getAddress(), port.number()));
            SpAddress address = endpoint.withPort(port.number());
            SharedPort shared = port;
            AcceptingListener listener =
                    new AcceptingListener(address, acceptor, () -> remove(key, shared, endpoint.path()));
            if (!port.add(endpoint.path(), new AttemptTarget(context, listener, address))) {
                throw new SpException(
                        SpError.ADDRESS_IN_USE, "an address is bound by one listener only: address=" + address);
            }
            open.put(key, port);
            return listener;
        }
    }

    private static InetSocketAddress resolve(HostAddress endpoint) {
        if (endpoint.host().equals(HostAddress.ANY)) {
            return new InetSocketAddress(endpoint.port());
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port());
        } catch (UnknownHostException e) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "the host of a listener must be known: address=" + endpoint.withPort(endpoint.port()),
                    e);
        }
    }

    private void remove(Key key, SharedPort port, String path) {
        synchronized (lock) {
            if (port.remove(path)) {
                open.remove(key, port);
                port.close();
            }
        }
    }

    /** A port of the machine; port 0 stands for none. */
    private record Key(String scheme, InetSocketAddress where) {}
}
