// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import org.jspecify.annotations.Nullable;

/** Told about one connection, always on its loop. Must not block. What it throws aborts the connection. */
public interface ConnectionListener {
    /** It can be written to. Called first, once (with TLS: when both sides have accepted each other). */
    void onOpen(Connection connection);

    /**
     * Bytes have come.
     *
     * @param bytes valid during the call
     * @return how many were used; the rest comes again, with more behind it
     */
    int onBytes(byte[] bytes, int from, int to);

    /** There is room again, see {@link Connection#isWritable}. */
    void onWritable();

    /**
     * It has ended. Called last, once, and only after onOpen.
     *
     * @param cause in words of one sentence without a full stop; null: the other side or this one closed it in order
     */
    void onClose(@Nullable String cause);
}
