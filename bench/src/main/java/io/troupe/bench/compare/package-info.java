// SPDX-License-Identifier: Apache-2.0
/**
 * What changed between two runs, and whether that is more than noise.
 *
 * <pre>
 *   Results old, new → Compare → Comparison (Change: Verdict) → ChangeText
 *                        ↑ Welch, MannWhitney, FalseDiscovery, Noise
 * </pre>
 *
 * <p>May import: results, harness.
 */
package io.troupe.bench.compare;
