// SPDX-License-Identifier: Apache-2.0
/**
 * What is done to a cluster, and what is found out.
 *
 * <pre>
 *   Measurement → Crew (members) → Crowd (so many calls under way) of Work            → Figures
 *                               → Disturbance (a member dies, comes, goes) of Pulses → Figures
 * </pre>
 *
 * May import: cluster.stack, process, remoting.measure (warm-up), results.
 */
@NullMarked
package io.troupe.bench.cluster.load;

import org.jspecify.annotations.NullMarked;
