// SPDX-License-Identifier: Apache-2.0
/**
 * What the user sees: progress while it runs, and what it needs of reports.
 *
 * <pre>
 *   Progress (bar or lines)
 *   Reporting: what a run needs of reports
 * </pre>
 *
 * May import: report, run.plan, run.store.
 */
package io.troupe.bench.run.view;
