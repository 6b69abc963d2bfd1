// SPDX-License-Identifier: Apache-2.0
/**
 * Pekko Cluster Sharding with its JDBC plugin, a peer.
 *
 * <pre>
 *   EntityNode → region → Entities → journal or state → Calls.replies → Answer
 * </pre>
 *
 * May import: cluster.stack, remoting.pekko (serializers into buffers), peer (settings all Pekko benchmarks share).
 */
@NullMarked
package io.troupe.bench.cluster.pekko;

import org.jspecify.annotations.NullMarked;
