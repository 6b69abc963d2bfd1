// SPDX-License-Identifier: Apache-2.0
/**
 * Mailboxes other than the one built into each cell: bounded ones with their overflow policies, and JCTools' unbounded
 * queue for comparison.
 *
 * <pre>
 *   MailboxSpec.create → Bounded · Pacing · Evicting · Latest · LinkedArray
 * </pre>
 *
 * May import: io.troupe.dispatch.cell.
 */
package io.troupe.dispatch.mailbox;
