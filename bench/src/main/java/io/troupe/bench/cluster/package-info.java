// SPDX-License-Identifier: Apache-2.0
/**
 * Clusters of several processes beside each other.
 *
 * <pre>
 *   ClusterMain → Cell → CallerMain (a process: Measurement) → MemberMain (processes)
 *                    ↘ PostgresServer (a database for each cell) ↙
 * </pre>
 *
 * What is done is in {@link io.troupe.bench.cluster.load}, who does it in the packages of the stacks.
 */
@NullMarked
package io.troupe.bench.cluster;

import org.jspecify.annotations.NullMarked;
