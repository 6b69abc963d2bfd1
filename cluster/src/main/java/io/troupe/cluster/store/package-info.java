// SPDX-License-Identifier: Apache-2.0
/**
 * The port to stores of state, and the one thread that commits to them.
 *
 * <pre>
 *   update → GroupCommitter (queue, one row per key) → StateStore.commit → the turn of the actor
 * </pre>
 *
 * Imports: registry, shard.
 */
package io.troupe.cluster.store;
