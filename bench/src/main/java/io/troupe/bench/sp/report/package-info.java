// SPDX-License-Identifier: Apache-2.0
/**
 * What came out.
 *
 * <pre>
 *   Outcome per stack, cell and round → SpResults → SpTable
 *                                               → SpJson ← Machine
 * </pre>
 *
 * May import: sp.stack, sp.measure, report.
 */
package io.troupe.bench.sp.report;
