// SPDX-License-Identifier: Apache-2.0
/**
 * Radix sort (Savina): a pipeline with an actor per bit. Each lets numbers without its bit through at once, and keeps those
 * with it until it has seen all.
 *
 * <pre>
 *   Source → Sorter (bit 0) → Sorter (bit 1) → … → Collector
 * </pre>
 */
package io.troupe.bench.savina.parallel.radix;
