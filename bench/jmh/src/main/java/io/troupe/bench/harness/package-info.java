// SPDX-License-Identifier: Apache-2.0
/**
 * How every suite measures: the common sizes and JMH settings, batches that check themselves, and the system under test.
 *
 * <pre>
 *   Benchmark → Troupe (state) → ActorSystem
 *             → Workload.run(): one batch, ended and checked by a Completion, or by Parts of one
 * </pre>
 */
package io.troupe.bench.harness;
