// SPDX-License-Identifier: Apache-2.0
/**
 * Reports of a run: the machine, the raw files and the targets become one page, a file for benchstat, and a summary.
 *
 * <pre>
 *   Probe → facts, marks        RawFiles → Results → PageInput → HtmlReport → report.html
 *                                                  → GoFormat → results.txt
 *                                                  → Targets.judge → the summary
 * </pre>
 *
 * May import: run.plan, run.store, run.view, all packages report.*, machine.
 */
package io.troupe.bench.run.page;
