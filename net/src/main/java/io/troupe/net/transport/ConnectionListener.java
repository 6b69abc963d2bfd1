// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import org.jspecify.annotations.Nullable;

/**
 * The receiving side of one {@link Connection}, which protocols implement. All methods run on the loop of the
 * connection, one at a time, and must not block: the loop serves other connections, too. A method that throws aborts
 * the connection.
 */
public interface ConnectionListener {
    /**
     * The connection is open. Called first, once; with TLS, after both sides have accepted each other.
     *
     * @param connection can be written to from now on
     */
    void onOpen(Connection connection);

    /**
     * Bytes have come, in order and without gaps. Called with all bytes that are not used yet, however few are new.
     *
     * @param bytes the array that has them; valid during the call, and not to be changed
     * @param from index of the first byte
     * @param to index behind the last byte
     * @return how many bytes were used, from 0 to {@code to - from}; the rest comes again, with more behind it
     */
    int onBytes(byte[] bytes, int from, int to);

    /** {@link Connection#isWritable} is true again. */
    void onWritable();

    /**
     * The other side sends no more, and all that came was offered. It may still read, as a program does that shuts down one
     * direction of its socket behind a request, or it may be gone: only sending shows. Called once at most, and only over
     * sockets: within a process both directions end at the same time. Returns false unless overridden.
     *
     * @return whether to stay open for sending until {@link Connection#close}; false ends the connection at once
     */
    default boolean onInputEnd() {
        return false;
    }

    /**
     * The connection has ended. Called last, once, and only after {@link #onOpen}.
     *
     * @param cause one sentence for people, without a full stop; null if the other side or this one has closed the
     *     connection in order
     */
    void onClose(@Nullable String cause);
}
