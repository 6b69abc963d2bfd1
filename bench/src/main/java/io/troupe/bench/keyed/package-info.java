// SPDX-License-Identifier: Apache-2.0
/**
 * Actors by key in a cluster of one process: what an ask costs beside one to a spawned actor, and what an idle one needs.
 * Clusters of several processes are in {@link io.troupe.bench.cluster}.
 */
@NullMarked
package io.troupe.bench.keyed;

import org.jspecify.annotations.NullMarked;
