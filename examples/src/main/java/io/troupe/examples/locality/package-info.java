// SPDX-License-Identifier: Apache-2.0
/**
 * What it costs when actors meet their state on another thread than last time: an experiment on every dispatcher.
 *
 * <pre>
 *   LocalityCommand → Grid (rows: actors × bytes) → Experiment (a cell: one dispatcher)
 *                   → Owner.run, or Driver.run → Owner.serve → Memory.access
 *                   → Figure → Table, JSON, BarChart
 * </pre>
 *
 * May import: cli.
 */
package io.troupe.examples.locality;
