// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

/**
 * What one queue holds of a {@link MemoryBudget}, at one moment. Racy.
 *
 * @param name of the queue: the name of a channel or line, the peer of a link
 * @param kind what kind of queue it is
 * @param bytes granted to it; up to 16 KiB more than it holds, of a link up to 64 KiB more
 * @param items elements in it, of a line its slots; -1 if they are not counted
 * @param heldSenders senders that wait for room in it; -1 if they are not counted
 */
public record QueueMemory(String name, QueueKind kind, long bytes, long items, int heldSenders) {}
