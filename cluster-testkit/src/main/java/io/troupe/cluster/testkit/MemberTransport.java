// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one member. Connections to members from which it is cut off end at once, and dials to them get no answer until
 * that is healed. While the member stands still, so do the loops of its connections. Any thread.
 */
final class MemberTransport implements Transport {
    private final String name;
    private final TestNetwork network;
    private final MemberGate gate;
    private final Transport sockets;
    private final Set<Watched> connections = ConcurrentHashMap.newKeySet();
    private final Set<Listener> listening = ConcurrentHashMap.newKeySet();

    /** Guarded by this. */
    private final List<Dial> waiting = new ArrayList<>();

    MemberTransport(String name, TestNetwork network, MemberGate gate) {
        this.name = name;
        this.network = network;
        this.gate = gate;
        this.sockets = Transport.ofSockets("troupe-member-" + name, TransportConfig.defaults());
    }

    @Override
    public Promise<Connection> connect(Address address, ConnectionListener listener) {
        String to = network.at(address);
        synchronized (this) {
            if (network.isCut(name, to)) {
                Dial dial = new Dial(address, listener, new CompletablePromise<>());
                waiting.add(dial);
                return dial.answer;
            }
        }
        return gate.isDead() ? Promise.failed(dead(address)) : sockets.connect(address, new Watched(listener, to));
    }

    private static LinkRefusedException dead(Address address) {
        return new LinkRefusedException("a member that was killed does not dial: address=" + address);
    }

    /** An attempt that gets no answer yet. */
    private record Dial(Address address, ConnectionListener listener, CompletablePromise<Connection> answer) {}

    @Override
    public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
        return sockets.listen(address, () -> new Watched(listeners.get(), null)).map(bound -> {
            network.listens(name, bound.address());
            listening.add(bound);
            return bound;
        });
    }

    /** Ends the connections that lead to another member; fulfilled when their listeners know. */
    Promise<?> cut(String other) {
        List<Watched> ending =
                connections.stream().filter(each -> other.equals(each.to)).toList();
        ending.forEach(Watched::abort);
        return Promise.allSettled(ending.stream().map(each -> each.end).toList());
    }

    /** Dials again where it may. */
    void healed() {
        List<Dial> again;
        synchronized (this) {
            again = List.copyOf(waiting);
            waiting.clear();
        }
        for (Dial dial : again) {
            connect(dial.address, dial.listener).onComplete((made, failure) -> {
                if (failure != null) {
                    dial.answer.fail(failure);
                } else {
                    dial.answer.complete(made);
                }
            });
        }
    }

    /** After the gate has shut: also what was said before must not leave later. */
    void standStill() {
        connections.forEach(Watched::standStill);
    }

    /** Nobody listens any more, and all connections end. After the gate knows. */
    void kill() {
        listening.forEach(Listener::close);
        connections.forEach(Watched::abort);
        failWaiting();
    }

    private void failWaiting() {
        List<Dial> lost;
        synchronized (this) {
            lost = List.copyOf(waiting);
            waiting.clear();
        }
        lost.forEach(dial -> dial.answer.fail(dead(dial.address)));
    }

    @Override
    public String description() {
        return "sockets of a test";
    }

    @Override
    public boolean inLoop() {
        return sockets.inLoop();
    }

    @Override
    public void close() {
        failWaiting();
        sockets.close();
    }

    /** A connection whose loop stands still with the member. */
    private final class Watched implements ConnectionListener {
        private final ConnectionListener listener;

        /** The member that was dialled; null: somebody else, or the other side has dialled. */
        private final @Nullable String to;

        private volatile @Nullable Connection connection;

        /** Fulfilled when the listener has been told of it. */
        private final CompletablePromise<Void> end = new CompletablePromise<>();

        Watched(ConnectionListener listener, @Nullable String to) {
            this.listener = listener;
            this.to = to;
        }

        void abort() {
            Connection known = connection;
            if (known != null) {
                known.abort();
            }
        }

        void standStill() {
            Connection known = connection;
            if (known != null) {
                known.execute(gate::pass);
            }
        }

        @Override
        public void onOpen(Connection opened) {
            connection = opened;
            connections.add(this);
            if (!gate.pass() || network.isCut(name, to)) {
                opened.abort();
            }
            listener.onOpen(opened);
        }

        @Override
        public int onBytes(byte[] bytes, int from, int end) {
            return gate.pass() ? listener.onBytes(bytes, from, end) : end - from;
        }

        @Override
        public void onWritable() {
            if (gate.pass()) {
                listener.onWritable();
            }
        }

        @Override
        public void onClose(@Nullable String cause) {
            gate.pass();
            try {
                listener.onClose(cause);
            } finally {
                connections.remove(this);
                end.complete();
            }
        }

        @Override
        public String toString() {
            return name + " to " + Objects.requireNonNullElse(to, "?");
        }
    }
}
