// SPDX-License-Identifier: Apache-2.0
/**
 * What was measured, whatever measured it, and where each figure came from.
 *
 * <pre>
 *   JMH's JSON               → JmhReader  ┐
 *   lines of programs        → LineReader ├ RawFiles → Results (Result, Samples, Metric, Source) → GoFormat
 *   results in one file      → ResultFile ┘                                                      → ResultFile
 * </pre>
 *
 * <p>May import: harness.
 */
package io.troupe.bench.results;
