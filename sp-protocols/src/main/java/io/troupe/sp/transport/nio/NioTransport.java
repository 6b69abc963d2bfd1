// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import io.troupe.sp.transport.nio.reactor.Home;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code tcp} and {@code ipc} on the JDK's channels. Its threads start with the first use. */
public final class NioTransport implements SpTransport {
    private static final String TCP = "tcp";
    private static final String IPC = "ipc";

    private final Object lock = new Object();
    private @Nullable Crew crew;
    private boolean closed;

    /** Without any threads yet. */
    public NioTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(TCP, IPC);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext wiring, PipeAcceptor acceptor) {
        Place place = address.scheme().equals(TCP) ? TcpPlace.of(address) : IpcPlace.of(address, wiring.options());
        Crew threads = crew();
        try {
            ServerSocketChannel channel = place.bind();
            Accepting accepting = new Accepting(place, channel, threads, wiring, acceptor);
            accepting.start();
            return accepting;
        } catch (IOException e) {
            throw Channels.failure("listening failed", address, e);
        }
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext wiring, PipeAcceptor acceptor) {
        Place place =
                address.scheme().equals(TCP) ? TcpPlace.of(address).remote() : IpcPlace.of(address, wiring.options());
        Home home = crew().next();
        Connecting connecting = new Connecting(place, home, wiring, acceptor);
        SocketAddress known = place.known();
        if (known != null) {
            connecting.start(known);
        } else {
            resolve(place, connecting);
        }
        return connecting;
    }

    /** Names are asked for on a thread of their own, since that may take seconds. */
    private static void resolve(Place place, Connecting connecting) {
        Thread thread = new Thread(
                () -> {
                    try {
                        connecting.start(place.resolve());
                    } catch (SpException e) {
                        connecting.fail(e);
                    }
                },
                "sp-resolve");
        thread.setDaemon(true);
        thread.start();
    }

    private Crew crew() {
        synchronized (lock) {
            if (closed) {
                throw new SpException(SpError.CLOSED, "the transport is closed");
            }
            if (crew == null) {
                crew = Crew.start();
            }
            return crew;
        }
    }

    @Override
    public void close() {
        Crew last;
        synchronized (lock) {
            closed = true;
            last = crew;
            crew = null;
        }
        if (last != null) {
            last.close();
        }
    }
}
