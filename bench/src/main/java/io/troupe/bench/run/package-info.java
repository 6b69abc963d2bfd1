// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code bench}: measures suites, reports and compares.
 *
 * <pre>
 *   BenchCommand (Compare-, Env-, ReportCommand) → Session → Noise, run.work
 *                                                → run.store, run.view
 *                → run.page (what is made of the figures)
 * </pre>
 *
 * May import: all packages run.*, harness, machine, process, report.
 */
package io.troupe.bench.run;
