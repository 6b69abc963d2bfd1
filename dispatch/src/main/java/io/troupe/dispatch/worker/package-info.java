// SPDX-License-Identifier: Apache-2.0
/**
 * Dispatchers: which thread runs a ready cell, and when.
 *
 * <pre>
 *   Cell → Ready.onReady = Worker → Policy.place → RunQueue (own thread) or ReadyStack (other threads)
 *                                                      ↓ Worker.run → Cell.turn
 *   AdaptiveDispatcher: Worker → Gauge → BalancerThread → Executive → Cell.migrate
 *   Watchdog looks at the workers from outside; ExecutorDispatcher and ManualDispatcher have no workers.
 * </pre>
 *
 * May import: io.troupe.dispatch.cell, idle, gauge and balance.
 */
package io.troupe.dispatch.worker;
