// SPDX-License-Identifier: Apache-2.0
/**
 * What was measured, whatever measured it, and where each figure came from.
 *
 * <pre>
 *   JMH's JSON            → JmhReader  ┐
 *   drivers' JSON, lines  → CellReader ├ RawFiles → Results (Result, Samples, Metric, Source) → GoFormat
 *   a combined file       → ResultFile ┘                                                      → ResultFile
 * </pre>
 *
 * May import: report.
 */
package io.troupe.bench.report.model;
