// SPDX-License-Identifier: Apache-2.0
/**
 * The dining philosophers of the Savina suite (Imam and Sarkar, AGERE 2014): an arbiter gives both forks or none, and
 * who gets none asks again.
 *
 * <pre>
 *   Philosopher (Meals) → Arbiter (Forks), and Peer… for both
 * </pre>
 */
package io.troupe.bench.savina.concurrency.philosophers;
