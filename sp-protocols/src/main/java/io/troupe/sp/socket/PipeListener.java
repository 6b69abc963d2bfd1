// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * Hears of the pipes of a socket that come and go; {@link SpSocket#onPipe} adds it. Transports call it on their threads, for
 * different pipes at the same time: it must be quick and must not wait. What it throws is logged; {@link #accepts} then counts
 * as false.
 */
public interface PipeListener {
    /**
     * Decides whether a peer may join, before {@link #attached}. One listener that refuses is enough.
     *
     * @param pipe the connection, whose handshake is through
     * @return false: the connection is closed, and counted as rejected
     */
    default boolean accepts(PipeInfo pipe) {
        return true;
    }

    /**
     * The pipe has joined the socket. No message has been received through it before.
     *
     * @param pipe the connection
     */
    default void attached(PipeInfo pipe) {}

    /**
     * The pipe is gone; called once after {@link #attached}.
     *
     * @param pipe the connection
     * @param reason why it ended, in words
     */
    default void detached(PipeInfo pipe, String reason) {}
}
