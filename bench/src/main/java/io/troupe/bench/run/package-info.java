// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code bench}: measures suites, reports and compares.
 *
 * <pre>
 *   BenchCommand → Session, step by step → JmhFork (one fork)       ┐ under a Limit of time
 *                                        → Driver  (one process)    ┘ → Folder (raw files), RunRecord (run.json)
 *                → RunReport: Folder → Results → Page, GoFormat, ResultFile, Judgement
 * </pre>
 *
 * <p>May import: run.plan, report, targets, compare, results, machine, process, harness.
 */
package io.troupe.bench.run;
