// SPDX-License-Identifier: Apache-2.0
/**
 * What came out.
 *
 * <pre>
 *   Measured per stack, workload and round → Results → Spread → Table
 *                                          → JsonReport ← Machine
 * </pre>
 *
 * May import: remoting.measure, report.
 */
package io.troupe.bench.remoting.report;
