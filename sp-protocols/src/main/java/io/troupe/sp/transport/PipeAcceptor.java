// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport;

import io.troupe.sp.socket.SpException;
import org.jspecify.annotations.Nullable;

/** Takes the pipes that a transport has made: connected, and through their handshake. */
public interface PipeAcceptor {
    /**
     * A pipe is ready. Nothing is delivered before this returns.
     *
     * @return who handles it; null: not wanted, the transport closes it
     */
    @Nullable
    PipeHandler attach(Pipe pipe);

    /** An attempt to connect failed, or (listeners) a peer's handshake did. */
    void failed(SpException cause);
}
