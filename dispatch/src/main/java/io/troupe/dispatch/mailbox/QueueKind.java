// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

/** What kind of queue holds memory of a {@link MemoryBudget}. */
public enum QueueKind {
    /** A channel: its buffer, and the elements of senders that wait. */
    CHANNEL,
    /** The ring of an assembly line, charged as a whole. */
    LINE,
    /** The items of a topic that wait for its subscribers; each counts once. */
    TOPIC,
    /** The messages of a link that wait on one side of it. */
    LINK,
    /** Updates of durable actors that wait for their store. */
    STORE
}
