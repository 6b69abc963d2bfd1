// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.SpException;
import org.jspecify.annotations.Nullable;

/** The socket's side of a transport: takes pipes that are connected and through their handshake. Any thread calls; it must not wait. */
public interface PipeAcceptor {
    /**
     * A pipe is ready. The transport delivers nothing before this returns.
     *
     * @param pipe connected to a peer of the right protocol
     * @return the handler of the pipe; null: the pipe is not wanted, and the transport closes it
     */
    @Nullable
    PipeHandler attach(Pipe pipe);

    /**
     * An attempt to connect failed. For a listener: the handshake of a peer failed.
     *
     * @param cause why
     */
    void failed(SpException cause);
}
