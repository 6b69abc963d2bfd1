// SPDX-License-Identifier: Apache-2.0
/**
 * Actors at work: each is a cell of a dispatcher.
 *
 * <pre>
 *   Outlet.tell/ask = ActorCell → Cell.offer … Cell.turn → ActorCell.deliver → Message.deliver(object)
 *   ActorLife: made, restarted, stopped · Passivation: objects of directories come and go · IncarnationExecutor: its continuations · CellSystem: what all share
 * </pre>
 *
 * May import: io.troupe.core.host, actor, reference, message, continuation, promise, call, stats, error.
 */
package io.troupe.core.cell;
