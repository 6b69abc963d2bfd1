// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * A conversation of its own over the pipes of a socket: REQ, REP, SURVEYOR and RESPONDENT have contexts. What one context sends and
 * receives changes nothing for the others, so each thread typically has one. Thread-safe.
 */
public interface SocketContext extends MessageSender, MessageReceiver, AutoCloseable {
    /** Ends this conversation: gives up its open request or survey, and fails its waiting receives with CLOSED. The socket stays open. */
    @Override
    void close();
}
