// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport;

import io.troupe.core.promise.Promise;
import java.util.function.Supplier;

/**
 * Carries bytes between two processes, in order and without gaps. Knows nothing of frames. Each connection belongs to one loop
 * thread, on which its listener is called. Any thread.
 */
public interface Transport extends AutoCloseable {
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
