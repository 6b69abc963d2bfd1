// SPDX-License-Identifier: Apache-2.0
/**
 * What may wait: the kinds of mailboxes, what a full one does, and how many bytes may wait in a system and in parts of it.
 *
 * <pre>
 *   MailboxSpec (kind, capacity, Overflow) → the mailbox of a cell
 *   MemoryBudget of the system ← MemoryBudget of a link and direction, …
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.dispatch.mailbox;
