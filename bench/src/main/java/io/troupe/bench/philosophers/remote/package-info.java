// SPDX-License-Identifier: Apache-2.0
/**
 * Dining philosophers whose table is in another process on this machine: every meal takes round trips.
 *
 * <pre>
 *   fork of JMH                                         │ TableMain, a process per trial
 *   RemoteBenchmark → TroupeVisit → Philosopher → Link ─┼→ Table       → Forks
 *                   → PekkoVisit → PekkoPhilosopher ────┼→ PekkoTable  → Forks
 *            Visit → TableProcess ······················│ ends with its parent
 * </pre>
 *
 * May import: philosophers, harness, process, remoting.pekko, remoting.measure, remoting.stack.
 */
package io.troupe.bench.philosophers.remote;
