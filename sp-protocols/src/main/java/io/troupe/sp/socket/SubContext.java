// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import java.nio.charset.StandardCharsets;

/**
 * Subscriptions, and a queue of what matched them, {@code receiveBuffer} messages long. A message matches when its body begins
 * with one of the prefixes; none is there at first. Contexts of a socket are independent of each other: each receives what it
 * has subscribed to. A full queue drops its oldest message, without {@code preferNew} the newest. Thread-safe.
 */
public interface SubContext extends Receiver, AutoCloseable {
    /**
     * From now on receives what begins with these bytes; no bytes: everything. The same prefix can be added several times.
     *
     * @throws SpException CLOSED
     */
    void subscribe(byte[] prefix);

    /** From now on receives what begins with this text in UTF-8, see {@link #subscribe(byte[])}. */
    default void subscribe(String prefix) {
        subscribe(prefix.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Takes a subscription back, once for each time it was added; what is queued and matches no more is dropped.
     *
     * @throws SpException STATE when there is none, CLOSED
     */
    void unsubscribe(byte[] prefix);

    /** Takes a subscription back, see {@link #unsubscribe(byte[])}. */
    default void unsubscribe(String prefix) {
        unsubscribe(prefix.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends its receives with CLOSED and drops what is queued; other contexts go on. */
    @Override
    void close();
}
