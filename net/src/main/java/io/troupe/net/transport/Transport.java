// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.core.promise.Promise;
import io.troupe.net.netty.NettyVersion;
import java.util.function.Supplier;

/**
 * Carries bytes between two processes, in order and without gaps: the port below links and frames. {@link #ofSockets}
 * makes the usual one; implement it for another network, a simulated one for example. Each connection belongs to one
 * loop thread, on which its listener is called. Any thread.
 */
public interface Transport extends AutoCloseable {
    /**
     * Makes a transport over TCP, TLS, Unix domain sockets and within the process. It can dial and listen at once; its
     * threads begin when needed.
     *
     * @param name prefix of the names of its threads, followed by a number
     * @param config limits, sizes and certificates
     * @return a new transport, to be closed by the caller
     * @throws IllegalArgumentException if the files for TLS cannot be read or used
     * @throws IllegalStateException if the jars of Netty are missing, mixed, or of another line than 4.1 and 4.2
     */
    static Transport ofSockets(String name, TransportConfig config) {
        NettyVersion.ofProcess(); // before anything of Netty is loaded, so that its sentence is what users see
        return new SocketTransport(name, config);
    }

    /**
     * Dials once. Does not wait. A host with several addresses is tried at one after the other.
     *
     * @param address the address of a listener
     * @param listener gets the bytes of this connection, after {@link ConnectionListener#onOpen}; used for one
     *     connection only
     * @return fulfilled after onOpen has returned; fails with {@link io.troupe.core.error.LinkRefusedException}, whose
     *     message says why: no answer within the time to connect, refused, certificate not accepted, transport closed
     */
    Promise<Connection> connect(Address address, ConnectionListener listener);

    /**
     * Accepts connections at an address until the result is closed. Does not wait.
     *
     * @param address the address to listen at; port 0 takes a free one, which {@link Listener#address} tells
     * @param listeners makes a new listener for each connection, on the loop of that connection
     * @return fulfilled when the address is bound; fails with {@link io.troupe.core.error.LinkRefusedException} if it
     *     cannot be
     */
    Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners);

    /** {@return by what the bytes move, for people} The simple name of the class unless overridden. */
    default String description() {
        return getClass().getSimpleName();
    }

    /**
     * {@return whether the calling thread is a loop of this transport, which must not wait} False unless overridden.
     */
    default boolean inLoop() {
        return false;
    }

    /**
     * Closes all listeners and connections in order, and ends all threads. Waits for that, a few seconds at most.
     * Closing twice is harmless.
     */
    @Override
    void close();
}
