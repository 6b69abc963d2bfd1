// SPDX-License-Identifier: Apache-2.0
/**
 * What all programs of the Savina suite share. The programs are in {@code savina.micro}, {@code savina.concurrency} and
 * {@code savina.parallel}, as the paper groups them, and know nothing of each other.
 *
 * <pre>
 *   XyzBenchmark (sizes) → SavinaBenchmark → Troupe.Any or Peers.Pekko (systems) → Workload.run(), checked
 * </pre>
 */
package io.troupe.bench.savina.support;
