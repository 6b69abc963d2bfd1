// SPDX-License-Identifier: Apache-2.0
/**
 * The cost of running an actor on another thread than its last one: an experiment on every dispatcher.
 *
 * <pre>
 *   LocalityCommand → Grid (rows: actors × bytes) → Experiment (a cell: one dispatcher)
 *                   → Owner.run, or Driver.run → Owner.serve → Memory.access
 *                   → Figure → Table, JSON, BarChart
 * </pre>
 *
 * May import: cli, chart.
 */
package io.troupe.examples.locality;
