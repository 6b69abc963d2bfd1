// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import io.troupe.net.transport.TransportContract;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;

/** The contract of transports, which was written for threads: the events run in one of their own. */
class SimTransportTest extends TransportContract {
    private final PumpedAgenda agenda = new PumpedAgenda();
    private final SimNetwork network = new SimNetwork(agenda, NetworkConditions.calm());
    private int ports = 7000;

    SimTransportTest() {
        agenda.start();
    }

    @AfterEach
    void endAgenda() {
        agenda.close();
    }

    @Override
    protected Transport transport(String name, TransportConfig config) {
        agenda.lock.lock();
        try {
            return new Locked(network.transport("host", config, agenda.clock, OutsideExecutors.ofNoSystem()));
        } finally {
            agenda.lock.unlock();
        }
    }

    @Override
    protected Address anywhere() {
        return Address.parse("tcp://host:" + ports++);
    }

    @Override
    protected Address nowhere() {
        return anywhere();
    }

    @Override
    protected int manyConnections() {
        return 20;
    }

    @Override
    protected boolean hasLoopsOfItsOwn() {
        return false;
    }

    /** Calls from other threads wait until no event runs. */
    private final class Locked implements Transport {
        private final SimTransport transport;

        Locked(SimTransport transport) {
            this.transport = transport;
        }

        @Override
        public Promise<Connection> connect(Address address, ConnectionListener listener) {
            agenda.lock.lock();
            try {
                return transport.connect(address, listener);
            } finally {
                agenda.lock.unlock();
            }
        }

        @Override
        public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
            agenda.lock.lock();
            try {
                return transport.listen(address, listeners);
            } finally {
                agenda.lock.unlock();
            }
        }

        @Override
        public void close() {
            agenda.lock.lock();
            try {
                transport.close();
            } finally {
                agenda.lock.unlock();
            }
        }
    }
}
