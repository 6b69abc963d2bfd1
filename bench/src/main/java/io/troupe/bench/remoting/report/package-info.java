// SPDX-License-Identifier: Apache-2.0
/**
 * What came out.
 *
 * <pre>
 *   Run per stack, workload and round → Results → Spread → Table
 *                                          → JsonReport ← Environment
 * </pre>
 *
 * May import: remoting.measure, report, machine.
 */
package io.troupe.bench.remoting.report;
