// SPDX-License-Identifier: Apache-2.0
/**
 * Limits for messages that wait: the kinds of mailboxes, their policies when they are full, and budgets of bytes for a system
 * and parts of it.
 *
 * <pre>
 *   MailboxSpec (kind, capacity, Overflow) → the mailbox of a cell
 *   MemoryBudget of the system ← MemoryBudget of a link and direction, MemoryAccount of a channel or line
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.dispatch.mailbox;
