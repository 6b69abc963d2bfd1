// SPDX-License-Identifier: Apache-2.0
/**
 * What is measured, and in which order.
 *
 * <pre>
 *   Suites → Suite → Piece (JmhPiece, DriverPiece of Drivers) ─┐
 *   Catalog (benchmarks of this build) ────────────────────────┼→ Plan → Part (one raw file) → Step (one fork or start)
 *   Profile (quick, full) ─────────────────────────────────────┘
 * </pre>
 */
package io.troupe.bench.run.plan;
