// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * A socket that receives the messages it has subscribed to: SUB. It is a context itself, and can open further ones, which share its
 * pipes. Thread-safe.
 */
public interface SubSocket extends ReceivingSocket, SubContext {
    /**
     * Opens a further context, without subscriptions.
     *
     * @return the context; it ends with the socket, or when it is closed
     * @throws SpException CLOSED
     */
    SubContext context();

    /** Closes the socket and all its contexts. */
    @Override
    void close();
}
