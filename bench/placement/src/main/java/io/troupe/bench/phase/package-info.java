// SPDX-License-Identifier: Apache-2.0
/**
 * The hot actors change: what was balanced is not any more. The suite takes the time of several phases, the program
 * {@link io.troupe.bench.phase.PhaseTimeline} shows the throughput over time.
 */
package io.troupe.bench.phase;
