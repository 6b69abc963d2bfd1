// SPDX-License-Identifier: Apache-2.0
/**
 * Filter bank (Savina, after StreamIt): a signal is split into channels, each of which delays, filters, thins out, delays
 * and filters again; the channels are added up.
 *
 * <pre>
 *   Producer ⇄ Source → Splitter ⇉ Stage → … → Stage → Tagger ⇉ Integrator → Combiner → Sink
 *                                  delay, FIR, sample, delay, FIR
 * </pre>
 *
 * The kernels (classes that know no actors) are those of both versions and of the sequential computation, which adds in
 * the same order, so that results agree to the last bit.
 */
package io.troupe.bench.savina.parallel.filterbank;
