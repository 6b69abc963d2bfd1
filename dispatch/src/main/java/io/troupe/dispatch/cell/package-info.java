// SPDX-License-Identifier: Apache-2.0
/**
 * The unit of scheduling: a mailbox with a state that lets one thread at a time run it.
 *
 * <pre>
 *   sender → Cell.offer → Inbox (idle? → Ready.onReady → a worker's queue)
 *                            ↓ Cell.turn, one owner at a time
 *            callbacks first, then messages → deliver
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.dispatch.cell;
