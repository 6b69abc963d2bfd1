// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.Pipe;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.netty.channel.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which ports are open, and who listens there. Thread-safe. */
final class Ports {
    private final Loops loops;
    private final Object lock = new Object();
    /** Guarded by the lock. */
    private final Map<Key, Port> open = new HashMap<>();

    Ports(Loops loops) {
        this.loops = loops;
    }

    /**
     * Listens, on a port of its own or, if another path is served there, on a shared one.
     *
     * @throws SpException address in use or invalid, permission denied, not trusted
     */
    BoundListener bind(Endpoint endpoint, TransportContext wiring, PipeAcceptor acceptor) {
        InetSocketAddress where = resolve(endpoint);
        synchronized (lock) {
            Port port = open.get(new Key(endpoint.scheme(), where));
            if (port == null) {
                port = Port.open(endpoint, where, wiring, loops);
            } else if (!port.has(wiring.options())) {
                throw new SpException(
                        SpError.ADDRESS_IN_USE,
                        "those who share a port must have the same TLS files or the same context: address="
                                + endpoint.withPort(port.number()));
            }
            Key key = new Key(endpoint.scheme(), new InetSocketAddress(where.getAddress(), port.number()));
            Listening listening = new Listening(key, port, endpoint, acceptor);
            if (!port.add(endpoint.path(), new Target(wiring, listening, listening.address))) {
                throw new SpException(
                        SpError.ADDRESS_IN_USE,
                        "an address is bound by one listener only: address=" + listening.address);
            }
            open.put(key, port);
            return listening;
        }
    }

    private static InetSocketAddress resolve(Endpoint endpoint) {
        if (endpoint.host().equals(Endpoint.ANY)) {
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

    private void remove(Listening listening) {
        synchronized (lock) {
            if (listening.port.remove(listening.path)) {
                open.remove(listening.key, listening.port);
                listening.port.close();
            }
        }
    }

    /** A port of the machine; port 0 stands for none. */
    private record Key(String scheme, InetSocketAddress where) {}

    /** A listener. Turns away those whose handshake is through only after it was closed. */
    private final class Listening implements BoundListener, PipeAcceptor {
        private final Key key;
        private final Port port;
        private final String path;
        private final SpAddress address;
        private final PipeAcceptor acceptor;
        private volatile boolean closed;

        Listening(Key key, Port port, Endpoint endpoint, PipeAcceptor acceptor) {
            this.key = key;
            this.port = port;
            this.path = endpoint.path();
            this.address = endpoint.withPort(port.number());
            this.acceptor = acceptor;
        }

        @Override
        public SpAddress address() {
            return address;
        }

        @Override
        public @Nullable PipeHandler attach(Pipe pipe) {
            return closed ? null : acceptor.attach(pipe);
        }

        @Override
        public void failed(SpException cause) {
            acceptor.failed(cause);
        }

        @Override
        public void close() {
            synchronized (lock) {
                if (closed) {
                    return;
                }
                closed = true;
            }
            remove(this);
        }
    }
}
