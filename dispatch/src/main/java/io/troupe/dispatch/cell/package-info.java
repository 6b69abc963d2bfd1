// SPDX-License-Identifier: Apache-2.0
/**
 * The unit of scheduling: a mailbox with a state that lets one thread at a time run it.
 *
 * <pre>
 *   sender → Cell.offer → Inbox (idle? → CellHome.onReady → a worker's queue)
 *                            ↓ Cell.turn, one owner at a time
 *            callbacks first, then messages → deliver
 *   CellScheduler (every dispatcher) gives a cell its home; WorkerMonitor is told what happens to workers
 *   Mailbox.of → BoundedMailbox · EvictingMailbox · LatestMailbox · LinkedArrayMailbox, in the place of the Inbox
 * </pre>
 *
 * May import: io.troupe.dispatch.mailbox and balance.
 */
package io.troupe.dispatch.cell;
