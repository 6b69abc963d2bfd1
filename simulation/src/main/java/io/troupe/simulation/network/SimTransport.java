// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import io.troupe.testkit.schedule.EventKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport of one host of a {@link SimNetwork}: the host of an address is the name of a node, or {@code localhost} and
 * {@code 127.0.0.1} for the own one. Carries {@code tcp}, {@code ipc} and {@code inproc}, these two within the host. {@link
 * #close} does not wait: the run goes on while connections end in order. For the thread of the simulation only.
 */
public final class SimTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(SimTransport.class);
    private static final int FIRST_FREE_PORT = 49_152;
    private static final int LAST_PORT = 65_535;

    private final SimNetwork network;
    private final String host;
    private final TransportConfig config;
    private final OutsideExecutors home;
    private final TimerWheel timers;
    private final Map<String, Acceptor> acceptors = new LinkedHashMap<>();
    private final Set<SimConnection> connections = new LinkedHashSet<>();
    private int nextPort = FIRST_FREE_PORT;
    private boolean closed;

    SimTransport(SimNetwork network, String host, TransportConfig config, Clock clock, OutsideExecutors home) {
        this.network = network;
        this.host = host;
        this.config = config;
        this.home = home;
        this.timers = new TimerWheel(
                clock,
                host + "-network",
                failure -> LOG.error("a timer of a transport failed: host={}", host, failure));
    }

    /** {@return the name by which others dial this host} */
    public String host() {
        return host;
    }

    SimNetwork network() {
        return network;
    }

    TransportConfig config() {
        return config;
    }

    TimerWheel timers() {
        return timers;
    }

    // ---- dialling ------------------------------------------------------------------------------------------------

    @Override
    public Promise<Connection> connect(Address address, ConnectionListener listener) {
        SettablePromise<Connection> promise = new SettablePromise<>(home);
        if (closed) {
            promise.fail(new LinkRefusedException("a closed transport does not dial: address=" + address));
        } else if (address.scheme() == Address.Scheme.TLS) {
            promise.fail(new LinkRefusedException("a simulated network has no certificates: address=" + address));
        } else {
            new Dial(address, listener, promise).begin();
        }
        return promise;
    }

    /** The host that an address leads to. */
    private String target(Address address) {
        if (address.scheme() != Address.Scheme.TCP) {
            return host;
        }
        String named = address.host();
        return named.equals("localhost") || named.startsWith("127.") || named.equals("::1") ? host : named;
    }

    /** Where a listener waits on its host. */
    private static String place(Address address) {
        return address.scheme() == Address.Scheme.TCP
                ? "tcp:" + address.port()
                : address.scheme().text() + ":" + address.path();
    }

    /** One attempt to dial. */
    private final class Dial implements SimConnection.Opening {
        private final Address address;
        private final SettablePromise<Connection> promise;
        private final SimConnection connection;
        private final SimNetwork.Pair pair;
        private @Nullable Timeout limit;

        Dial(Address address, ConnectionListener listener, SettablePromise<Connection> promise) {
            this.address = address;
            this.promise = promise;
            this.pair = network.pair(host, target(address));
            this.connection = new SimConnection(SimTransport.this, pair.dialling(), address.toString(), listener, this);
        }

        void begin() {
            connections.add(connection);
            connection.onForgotten(() -> pair.ended(connection));
            pair.dial(connection, place(address));
            if (!network.isKnown(pair.accepting().host())) {
                later(() -> refuse("the name of the host is not known"));
                return;
            }
            limit = timers.schedule(
                    config.connectTimeout().toNanos(),
                    () -> later(() -> refuse("no answer: connectTimeout=" + config.connectTimeout())));
            connection.out().send(Segment.DIAL);
        }

        private void later(Runnable task) {
            Way.Place place = pair.dialling();
            network.agenda().add(EventKind.TASK, place.name(), place.loop(), "dial", () -> enter(task));
        }

        private void refuse(String why) {
            connection.refuse(why);
        }

        @Override
        public void onOpened(SimConnection opened) {
            endLimit();
            if (!promise.complete(opened)) {
                opened.close(); // nobody wants it any more
            }
        }

        @Override
        public void onRefused(String why) {
            endLimit();
            String separator = why.indexOf(':') < 0 ? ": " : ", ";
            promise.fail(new LinkRefusedException(why + separator + "address=" + address));
        }

        private void endLimit() {
            if (limit != null) {
                limit.cancel();
            }
        }
    }

    // ---- accepting -----------------------------------------------------------------------------------------------

    @Override
    public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
        SettablePromise<Listener> promise = new SettablePromise<>(home);
        try {
            promise.complete(bind(address, listeners));
        } catch (LinkRefusedException e) {
            promise.fail(e);
        }
        return promise;
    }

    /**
     * Listens at once.
     *
     * @throws LinkRefusedException if the address cannot be listened at
     */
    Listener bind(Address address, Supplier<? extends ConnectionListener> listeners) {
        if (closed) {
            throw new LinkRefusedException("a closed transport does not listen: address=" + address);
        }
        if (address.scheme() == Address.Scheme.TLS) {
            throw new LinkRefusedException("a simulated network has no certificates: address=" + address);
        }
        Address bound =
                address.scheme() == Address.Scheme.TCP && address.port() == 0 ? address.port(freePort()) : address;
        if (!target(bound).equals(host)) {
            throw new LinkRefusedException("address must be one of this host: address=" + address + ", host=" + host);
        }
        if (network.isTaken(host, place(bound))) {
            throw new LinkRefusedException(
                    "an address must be one to listen at: address=" + address + ", cause=address already in use");
        }
        Acceptor acceptor = new Acceptor(bound, listeners);
        acceptors.put(place(bound), acceptor);
        return acceptor;
    }

    private int freePort() {
        for (int tried = FIRST_FREE_PORT; tried <= LAST_PORT; tried++) {
            int port = nextPort;
            nextPort = port == LAST_PORT ? FIRST_FREE_PORT : port + 1;
            if (!network.isTaken(host, "tcp:" + port)) {
                return port;
            }
        }
        throw new IllegalStateException("a host must have a free port: host=" + host);
    }

    /**
     * Somebody dials.
     *
     * @return false: nobody listens there, or there are too many connections
     */
    boolean accept(SimNetwork.Pair pair, String at) {
        Acceptor acceptor = acceptors.get(at);
        if (closed || acceptor == null || acceptor.open >= config.maxConnections()) {
            return false;
        }
        acceptor.accept(pair);
        return true;
    }

    /** What one address does with those who dial it. */
    private final class Acceptor implements Listener {
        private final Address address;
        private final Supplier<? extends ConnectionListener> listeners;
        private int open;

        Acceptor(Address address, Supplier<? extends ConnectionListener> listeners) {
            this.address = address;
            this.listeners = listeners;
        }

        void accept(SimNetwork.Pair pair) {
            open++;
            ConnectionListener listener = listeners.get();
            SimConnection connection = new SimConnection(
                    SimTransport.this,
                    pair.accepting(),
                    pair.dialling().host() + ":" + pair.number(),
                    listener,
                    new SimConnection.Opening() {
                        @Override
                        public void onOpened(SimConnection opened) {}

                        @Override
                        public void onRefused(String why) {}
                    });
            connection.onForgotten(() -> {
                open--;
                pair.ended(connection);
            });
            connections.add(connection);
            pair.accept(connection);
            connection.out().send(Segment.ACCEPT);
            Way.Place place = pair.accepting();
            // the kernel has made the connection; the process hears of it when its loop gets to it
            network.agenda().add(EventKind.TASK, place.name(), place.loop(), "accept", () -> enter(connection::open));
        }

        @Override
        public Address address() {
            return address;
        }

        @Override
        public void close() {
            acceptors.remove(place(address), this);
        }

        @Override
        public String toString() {
            return "Listener[" + address + "]";
        }
    }

    // ---- the loop ------------------------------------------------------------------------------------------------

    /** Runs something on the loop of this host. */
    void enter(Runnable task) {
        @Nullable SimTransport before = network.enter(this);
        try {
            task.run();
        } finally {
            network.enter(before);
        }
    }

    @Override
    public boolean inLoop() {
        return network.isRunning(this);
    }

    void forget(SimConnection connection) {
        connections.remove(connection);
        connection.forgotten();
        if (closed && connections.isEmpty()) {
            timers.close();
        }
    }

    boolean listens(String place) {
        return acceptors.containsKey(place);
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public String description() {
        return "simulated network";
    }

    /** Closes all listeners and connections in order. Does not wait: the run must go on. Closing twice is harmless. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        acceptors.clear();
        for (SimConnection connection : new ArrayList<>(connections)) {
            if (connection.isOpen()) {
                connection.close();
            } else {
                connection.refuse("the transport is closed");
            }
        }
        if (connections.isEmpty()) {
            timers.close();
        }
    }

    /** The process is gone: no listener of it is told anything. */
    List<SimConnection> vanish() {
        closed = true;
        acceptors.clear();
        timers.close();
        List<SimConnection> gone = new ArrayList<>(connections);
        connections.clear();
        gone.forEach(SimConnection::vanish);
        gone.forEach(SimConnection::forgotten);
        return gone;
    }

    @Override
    public String toString() {
        return "SimTransport[" + host + "]";
    }
}
