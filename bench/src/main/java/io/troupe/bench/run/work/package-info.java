// SPDX-License-Identifier: Apache-2.0
/**
 * Doing one step of a plan.
 *
 * <pre>
 *   Cell  → JmhFork (one fork) → JmhResults (all forks of a part in one file)
 *   Start → Driver  (one process) → its file, or what it printed
 *   both under a Limit of time
 * </pre>
 *
 * May import: run.plan, run.store.
 */
package io.troupe.bench.run.work;
