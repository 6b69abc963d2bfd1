// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.TimerWheel;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listener;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.TransportHost;
import io.troupe.testkit.schedule.Agenda;
import io.troupe.testkit.schedule.EventKind;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the sockets of a process of a simulated machine live: they go by its clock and its chance, and their pipes are
 * connections of the {@link SimNetwork}, with the bytes of the tcp mapping. Hosts of addresses are names of nodes, {@code *} is
 * the own one. Nothing may wait: promises and calls that try are used. A crash forgets the sockets without a farewell. For the
 * thread of the simulation only.
 */
public final class SimSocketHost implements TransportHost {
    private static final Logger LOG = LoggerFactory.getLogger(SimSocketHost.class);

    private final Agenda agenda;
    private final SimTransport network;
    private final RandomGenerator random;
    private final String place;
    private final Timers timers;
    private final SpTransport transport = new Streams();
    private int pipes;

    SimSocketHost(Agenda agenda, SimTransport network, Clock clock) {
        this.agenda = agenda;
        this.network = network;
        this.place = network.host() + "/@sockets";
        this.random = agenda.random(place);
        this.timers = new Timers(clock);
    }

    @Override
    public SocketTimers timers() {
        return timers;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public boolean isDriven() {
        return true;
    }

    @Override
    public SpTransport transport(String scheme) {
        if (!transport.schemes().contains(scheme)) {
            throw new SpException(
                    SpError.ADDRESS_INVALID,
                    "no simulated transport has this scheme: scheme=" + scheme + ", known=" + transport.schemes());
        }
        return transport;
    }

    /** The number of the next pipe: that of a process, and not of the machine on which the simulation runs. */
    int nextPipe() {
        return ++pipes;
    }

    @Override
    public String toString() {
        return "SimSocketHost[" + network.host() + "]";
    }

    /** Each task is an event of the process. */
    private final class Timers implements SocketTimers {
        private final Clock clock;
        private final TimerWheel wheel;

        Timers(Clock clock) {
            this.clock = clock;
            this.wheel = new TimerWheel(
                    clock,
                    network.host() + "-sockets",
                    failure -> LOG.error("a timer of sockets failed: host={}", network.host(), failure));
        }

        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public Timeout after(long delayNanos, Runnable task) {
            boolean[] cancelled = new boolean[1];
            var timeout = wheel.schedule(
                    Math.max(0, delayNanos),
                    () -> agenda.add(EventKind.TASK, place, place, "timer", () -> {
                        if (!cancelled[0]) {
                            task.run();
                        }
                    }));
            return () -> {
                cancelled[0] = true;
                timeout.cancel();
            };
        }
    }

    private static Address address(SpAddress address, String own) {
        String text = address.toString();
        try {
            return Address.parse(
                    address.rest().startsWith("*:")
                            ? address.scheme() + "://" + own + address.rest().substring(1)
                            : text);
        } catch (IllegalArgumentException e) {
            throw new SpException(SpError.ADDRESS_INVALID, String.valueOf(e.getMessage()), e);
        }
    }

    /** Messages over the bytes of a simulated network. */
    private final class Streams implements SpTransport {
        @Override
        public Set<String> schemes() {
            return Set.of("tcp");
        }

        @Override
        public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            Address wanted = address(address, network.host());
            try {
                return new Bound(
                        network.bind(wanted, () -> new SimPipe(SimSocketHost.this, context, acceptor, address, true)));
            } catch (LinkRefusedException e) {
                throw new SpException(SpError.ADDRESS_IN_USE, String.valueOf(e.getMessage()), e);
            }
        }

        @Override
        public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            Address wanted = address(address, network.host());
            SimPipe pipe = new SimPipe(SimSocketHost.this, context, acceptor, address, false);
            network.connect(wanted, pipe)
                    .onError(cause ->
                            pipe.fail(new SpException(SpError.REFUSED, String.valueOf(cause.getMessage()), cause)));
            pipe.limitHandshake();
            return pipe::giveUp;
        }

        @Override
        public void close() {
            // it is the host's, which ends with its process
        }
    }

    private record Bound(Listener listener) implements BoundListener {
        @Override
        public SpAddress address() {
            return SpAddress.parse(listener.address().toString());
        }

        @Override
        public void close() {
            listener.close();
        }
    }
}
