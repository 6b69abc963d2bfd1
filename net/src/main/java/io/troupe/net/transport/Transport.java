// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.core.promise.Promise;
import io.troupe.net.netty.NettyVersion;
import java.util.function.Supplier;

/**
 * Carries bytes between two processes, in order and without gaps. Knows nothing of frames. Each connection belongs to one loop
 * thread, on which its listener is called. Any thread.
 */
public interface Transport extends AutoCloseable {
    /**
     * One over TCP, TLS, Unix domain sockets and within the process. Ready to dial and listen; threads begin when needed.
     *
     * @param name how its threads are called, followed by a number
     * @param config limits and sizes
     * @throws IllegalArgumentException if files for TLS are missing or no good
     * @throws IllegalStateException if the jars of Netty do not fit
     */
    static Transport ofSockets(String name, TransportConfig config) {
        NettyVersion.ofProcess(); // before anything of Netty is loaded, so that its sentence is what users see
        return new NettyTransport(name, config);
    }

    /**
     * Dials.
     *
     * @param address where to
     * @param listener told everything about the connection, beginning with {@link ConnectionListener#onOpen}
     * @return fulfilled after onOpen has returned; fails with {@link io.troupe.core.error.LinkRefusedException} that says why: no answer
     *     within the time to connect, refused, certificate not accepted
     */
    Promise<Connection> connect(Address address, ConnectionListener listener);

    /**
     * Accepts connections.
     *
     * @param address where; port 0 takes any free one
     * @param listeners makes the listener of each connection
     * @return fulfilled when it listens; fails with {@link io.troupe.core.error.LinkRefusedException}
     */
    Promise<Listening> listen(Address address, Supplier<? extends ConnectionListener> listeners);

    /** By what it moves bytes, for people. */
    default String description() {
        return getClass().getSimpleName();
    }

    /** Whether the calling thread is a loop, which must not wait. */
    default boolean inLoop() {
        return false;
    }

    /** Closes all connections and ends all threads; waits for that, a few seconds at most. */
    @Override
    void close();
}
