// SPDX-License-Identifier: Apache-2.0
/**
 * Dining philosophers: who is hungry takes two forks, one after the other, eats, puts them back and is hungry again. Even
 * seats begin with the fork on the right and odd ones with that on the left, so nobody waits in a ring. A batch is a number
 * of meals for all together; who eats how many of them is the fairness.
 *
 * <pre>
 *   PhilosophersBenchmark → Troupe, Peer, LockDinner (mutexes)   no time passes but that of the machine
 *   LatencyBenchmark      → Troupe, LockDinner                   each access to a fork takes some milliseconds
 *   remote.RemoteBenchmark → Troupe, Pekko                      the table is in another process
 *   Table, PeerTable → Forks: who has which fork, who waits
 * </pre>
 */
package io.troupe.bench.philosophers;
