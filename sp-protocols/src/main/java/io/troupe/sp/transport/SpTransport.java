// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.SpException;
import java.util.Set;

/**
 * A way to reach peers, such as {@code tcp}. Transports are found as services ({@code provides … SpTransport}), so any module
 * can bring one. One instance serves all sockets of the process; it is made with the first and closed with the last. Any thread
 * calls; no method may wait for a peer.
 */
public interface SpTransport extends AutoCloseable {
    /** {@return the schemes of the addresses that this transport understands, in lower case, such as {@code tcp}} */
    Set<String> schemes();

    /**
     * Starts to listen.
     *
     * @param address the address to listen at, of one of the {@link #schemes}
     * @param context the protocol and the options of the handshake and the pipes
     * @param acceptor gets the pipes of those who dial, and hears of handshakes that failed
     * @return the listener
     * @throws SpException ADDRESS_IN_USE, ADDRESS_INVALID, PERMISSION_DENIED, NOT_TRUSTED, IO, CLOSED
     */
    BoundListener bind(SpAddress address, TransportContext context, PipeAcceptor acceptor);

    /**
     * Starts one attempt to connect. It ends in a pipe for the acceptor, or in {@link PipeAcceptor#failed}, at the latest after the
     * handshake timeout. The socket starts the next attempt.
     *
     * @param address the address to dial, of one of the {@link #schemes}
     * @param context the protocol and the options of the handshake and the pipe
     * @param acceptor gets the pipe, or hears why there is none
     * @return closing it gives the attempt up, and has no effect on a pipe
     * @throws SpException ADDRESS_INVALID when the address can never be used, CLOSED
     */
    AutoCloseable connect(SpAddress address, TransportContext context, PipeAcceptor acceptor);

    /** Ends the threads of the transport. No socket uses it any more. */
    @Override
    void close();
}
