// SPDX-License-Identifier: Apache-2.0
/**
 * What came out.
 *
 * <pre>
 *   Outcome per stack, cell and round → SpResults → SpTable
 *                                               → SpJson ← Environment
 * </pre>
 *
 * May import: sp.stack, sp.measure, report, machine.
 */
package io.troupe.bench.sp.report;
