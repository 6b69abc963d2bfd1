// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

/** The policy of a bounded mailbox: what happens to a message, or to its sender, when the mailbox is full. */
public enum Overflow {
    /** The sender is slowed down: an external thread waits, an actor gets no further message until there is room. */
    PACE,
    /** The new call fails at once. */
    FAIL,
    /** The new message is dropped, counted and reported. */
    DROP_NEWEST,
    /** The oldest waiting message is dropped, counted and reported. */
    DROP_OLDEST,
    /** A waiting message with the same key is replaced; when full of other keys the call fails. */
    LATEST_BY_KEY
}
