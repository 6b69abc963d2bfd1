// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

import io.troupe.sp.message.SpMessage;

/**
 * Subscriptions, and a queue of the messages that match them. A message matches when its body begins with one of the prefixes;
 * at first there is none. The contexts of a SUB socket are independent of each other: each receives what it has subscribed to.
 * The queue holds {@code receiveBuffer} messages; when it is full the oldest is dropped, without the option {@code preferNew}
 * the newest. Thread-safe.
 */
public interface SubContext extends MessageReceiver, AutoCloseable {
    /**
     * Receives messages that begin with these bytes from now on. A prefix counts as often as it is added.
     *
     * @param prefix the first bytes of the body, copied; no bytes: all messages
     * @throws SpException CLOSED
     */
    void subscribe(byte[] prefix);

    /**
     * Receives messages that begin with this text from now on, see {@link #subscribe(byte[])}.
     *
     * @param prefix the first characters of the body, in UTF-8; an empty text: all messages
     * @throws IllegalArgumentException if half a surrogate pair is in it, for which there are no bytes
     * @throws SpException CLOSED
     */
    default void subscribe(String prefix) {
        subscribe(utf8(prefix));
    }

    /**
     * Takes one subscription back. Messages in the queue that match no other subscription are dropped.
     *
     * @param prefix the same bytes as when it was added
     * @throws SpException STATE when there is no such subscription, CLOSED
     */
    void unsubscribe(byte[] prefix);

    /**
     * Takes one subscription back, see {@link #unsubscribe(byte[])}.
     *
     * @param prefix the same text as when it was added
     * @throws IllegalArgumentException if half a surrogate pair is in it
     * @throws SpException STATE when there is no such subscription, CLOSED
     */
    default void unsubscribe(String prefix) {
        unsubscribe(utf8(prefix));
    }

    private static byte[] utf8(String prefix) {
        try (SpMessage text = SpMessage.of(prefix)) {
            return text.bytes();
        }
    }

    /** Drops the queue and fails waiting receives with CLOSED; other contexts go on. */
    @Override
    void close();
}
