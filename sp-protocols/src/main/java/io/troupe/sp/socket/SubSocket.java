// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * A socket that receives what it has subscribed to: SUB. It is a context itself, and further ones can be opened, which share its
 * pipes; closing the socket closes them. Thread-safe.
 */
public interface SubSocket extends ReceivingSocket, SubContext {
    /**
     * A further context, without subscriptions.
     *
     * @throws SpException CLOSED
     */
    SubContext openContext();

    /** Closes the socket and all its contexts. */
    @Override
    void close();
}
