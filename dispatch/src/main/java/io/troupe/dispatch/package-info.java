// SPDX-License-Identifier: Apache-2.0
/**
 * Dispatchers: which thread runs a ready cell, and when. Users begin with {@link io.troupe.dispatch.Dispatchers}.
 *
 * <pre>
 *   Cell → CellHome.onReady = Worker → SchedulingPolicy.place → RunQueue (own thread) or ReadyStack (other threads)
 *                                                                ↓ Worker.run → Cell.turn
 *   AdaptiveDispatcher: Worker → WorkerSampler → BalancerThread → DecisionApplier → Cell.migrate
 *   WorkerSampler ┬ SampleInterval   which turns and calls are looked at
 *                 └ SampleRing       → SampleReader (the balancer's thread)
 *   Watchdog looks at the workers from outside; ExecutorDispatcher and ManualDispatcher have no workers.
 * </pre>
 *
 * The top of the module: it may import every other package, and none of them imports it.
 */
package io.troupe.dispatch;
