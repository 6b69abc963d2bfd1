// SPDX-License-Identifier: Apache-2.0
/**
 * What is measured, and in which order.
 *
 * <pre>
 *   Suites → Suite → Piece (JmhPiece, DriverPiece) ─┐
 *   Catalog (benchmarks of this build) ─────────────┼→ Plan → Part (one raw file) → Step (one fork or start)
 *   Profile (quick, full) ──────────────────────────┘
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.bench.run.plan;
