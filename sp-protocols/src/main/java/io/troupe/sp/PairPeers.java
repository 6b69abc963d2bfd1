// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;

/** Whom a PAIR1 socket talks to, and which of them a message goes to. Thread-safe, waits for nothing. */
interface PairPeers {
    /** Whether there is a place for one pipe more, which it has from now on. */
    boolean admits(Pipe pipe);

    /** Messages may go to a pipe that has its place. */
    void add(Pipe pipe);

    /** The pipe is closed. */
    void remove(Pipe pipe);

    /**
     * Sends the message, or drops and counts it, or lets it wait.
     *
     * @throws SpException NO_PEERS
     */
    SendResult give(SpMessage message);
}
