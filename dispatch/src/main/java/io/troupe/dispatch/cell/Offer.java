// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/** Outcome of putting a message. */
public enum Offer {
    /** The message is queued (or replaced another one, where that is the mailbox's policy). */
    ACCEPTED,
    /** No room; the message is still the caller's. */
    FULL,
    /** No room, and the policy is to drop: the caller reports the message as dropped. */
    DROPPED,
    /** The cell has ended; the message went to {@link Cell#undelivered}. */
    CLOSED
}
