// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * A conversation of its own over the pipes of a socket (REQ, REP, SURVEYOR, RESPONDENT): what one context sends and receives
 * changes nothing for the others. Typically one for each thread. Thread-safe.
 */
public interface SocketContext extends Sender, Receiver, AutoCloseable {
    /** Ends it: its open request is given up, and who waits in it fails with CLOSED. The socket stays open. */
    @Override
    void close();
}
