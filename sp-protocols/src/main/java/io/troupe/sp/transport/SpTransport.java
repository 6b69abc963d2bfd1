// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.SpException;
import java.util.Set;

/**
 * A way to reach peers, such as {@code tcp}. Transports are found as services ({@code provides … SpTransport}), so any module can bring
 * one. Any thread calls; no method may wait for a peer.
 */
public interface SpTransport extends AutoCloseable {
    /** The schemes of the addresses it understands: {@code tcp}. */
    Set<String> schemes();

    /**
     * Starts to listen.
     *
     * @param address where
     * @param context what the handshake and the pipes need
     * @param acceptor gets the pipes of those who dial
     * @return the listener
     * @throws SpException address in use or invalid, permission denied, not trusted
     */
    BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor);

    /**
     * Starts one attempt to connect. It ends in a pipe for the acceptor, or in {@link PipeAcceptor#failed}; at the latest
     * after the handshake timeout.
     *
     * @return gives the attempt up when closed; no effect on a pipe
     * @throws SpException when the address can never be used
     */
    AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor);

    /** Ends its threads, when no socket uses it any more. */
    @Override
    void close();
}
