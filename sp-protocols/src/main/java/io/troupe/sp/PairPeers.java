// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;

/** Whom a PAIR1 socket talks to, and which of them a message goes to. Thread-safe, waits for nothing. */
interface PairPeers {
    /** One pipe more; false: there is no place for it. */
    boolean add(Pipe pipe);

    /** The pipe is closed. */
    void remove(Pipe pipe);

    /**
     * Sends the message, or drops and counts it, or lets it wait.
     *
     * @throws SpException NO_PEERS
     */
    SendResult give(SpMessage message);
}
