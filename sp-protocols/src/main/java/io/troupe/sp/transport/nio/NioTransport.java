// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.BoundListener;
import io.troupe.sp.transport.PipeAcceptor;
import io.troupe.sp.transport.SpAddress;
import io.troupe.sp.transport.SpTransport;
import io.troupe.sp.transport.TransportContext;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code tcp} and {@code ipc} on the JDK's channels. Its threads start with the first use. */
public final class NioTransport implements SpTransport {
    private static final String TCP = "tcp";
    private static final String IPC = "ipc";

    private final Object lock = new Object();
    private @Nullable ReactorGroup reactors;
    private boolean closed;

    /** Without any threads yet. */
    public NioTransport() {}

    @Override
    public Set<String> schemes() {
        return Set.of(TCP, IPC);
    }

    @Override
    public BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        NioEndpoint endpoint =
                address.scheme().equals(TCP) ? TcpEndpoint.of(address) : IpcEndpoint.of(address, context.options());
        ReactorGroup threads = reactors();
        try {
            ServerSocketChannel channel = endpoint.bind();
            NioListener accepting = new NioListener(endpoint, channel, threads, context, acceptor);
            accepting.start();
            return accepting;
        } catch (IOException e) {
            throw NioChannels.failure("listening failed", address, e);
        }
    }

    @Override
    public AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor) {
        NioEndpoint endpoint = address.scheme().equals(TCP)
                ? TcpEndpoint.of(address).remote()
                : IpcEndpoint.of(address, context.options());
        ReactorContext reactorContext = reactors().next();
        NioConnector connecting = new NioConnector(endpoint, reactorContext, context, acceptor);
        SocketAddress known = endpoint.known();
        if (known != null) {
            connecting.start(List.of(known));
        } else {
            resolve(endpoint, connecting);
        }
        return connecting;
    }

    /** Names are asked for on a thread of their own, since that may take seconds. */
    private static void resolve(NioEndpoint endpoint, NioConnector connecting) {
        Thread thread = new Thread(
                () -> {
                    try {
                        connecting.start(endpoint.resolve());
                    } catch (SpException e) {
                        connecting.fail(e);
                    }
                },
                "sp-resolve");
        thread.setDaemon(true);
        thread.start();
    }

    private ReactorGroup reactors() {
        synchronized (lock) {
            if (closed) {
                throw new SpException(SpError.CLOSED, "the transport is closed");
            }
            if (reactors == null) {
                reactors = ReactorGroup.start();
            }
            return reactors;
        }
    }

    @Override
    public void close() {
        ReactorGroup last;
        synchronized (lock) {
            closed = true;
            last = reactors;
            reactors = null;
        }
        if (last != null) {
            last.close();
        }
    }
}
