// SPDX-License-Identifier: Apache-2.0
/**
 * What the user sees: progress while it runs, and the report.
 *
 * <pre>
 *   Progress (bar or lines)
 *   Reporting ← TextReporting → TextTable
 * </pre>
 *
 * May import: report, run.plan, run.store.
 */
package io.troupe.bench.run.view;
