// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.inproc;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.PipeHandler;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Within a process: names, and messages that are handed over as they are. */
public final class InprocTransport implements SpTransport {
    private static final String SCHEME = "inproc";

    private final Map<String, Listening> names = new HashMap<>();

    /** Without any names. */
    public InprocTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        Listening listening = new Listening(address, context, acceptor);
        synchronized (names) {
            if (names.putIfAbsent(address.rest(), listening) != null) {
                throw new SpException(
                        SpError.ADDRESS_IN_USE, "a name is bound by one listener only: address=" + address);
            }
        }
        return listening;
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        Listening there;
        synchronized (names) {
            there = names.get(address.rest());
        }
        if (there == null) {
            acceptor.failed(new SpException(SpError.REFUSED, "nobody listens there: address=" + address));
        } else if (there.context.protocol() != context.protocol().peer()) {
            SpException mismatch = new SpException(
                    SpError.PROTOCOL,
                    "protocols do not fit: ours=" + context.protocol() + ", theirs=" + there.context.protocol()
                            + ", address=" + address);
            there.acceptor.failed(mismatch);
            acceptor.failed(mismatch);
        } else {
            join(address, context, acceptor, there);
        }
        return () -> {};
    }

    private static void join(SpAddress address, TransportContext context, PipeAcceptor acceptor, Listening there) {
        InprocPipe dialled = new InprocPipe(address, context, there.context.protocol(), false);
        InprocPipe accepted = new InprocPipe(address, there.context, context.protocol(), true);
        dialled.meet(accepted);
        PipeHandler far = there.acceptor.attach(accepted);
        PipeHandler near = far == null ? null : acceptor.attach(dialled);
        accepted.handledBy(far);
        dialled.handledBy(near);
        if (far == null) {
            acceptor.failed(new SpException(SpError.REFUSED, "the listener turned us away: address=" + address));
        }
    }

    @Override
    public void close() {
        synchronized (names) {
            names.clear();
        }
    }

    private final class Listening implements BoundListener {
        private final SpAddress address;
        private final TransportContext context;
        private final PipeAcceptor acceptor;

        Listening(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
            this.address = address;
            this.context = context;
            this.acceptor = acceptor;
        }

        @Override
        public SpAddress address() {
            return address;
        }

        @Override
        public void close() {
            synchronized (names) {
                names.remove(address.rest(), this);
            }
        }
    }
}
