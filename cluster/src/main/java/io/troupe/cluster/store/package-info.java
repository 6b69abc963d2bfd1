// SPDX-License-Identifier: Apache-2.0
/**
 * The port to stores of state, the one thread that commits to them, and the one that reads states.
 *
 * <pre>
 *   update → GroupCommitter (queue, one row per key) → StateStore.commit → the turn of the actor
 *   activation → GroupReader (queue, many keys) → StateStore.load, journals, calls → the turn of the actor
 * </pre>
 *
 * Imports: registry, shard.
 */
package io.troupe.cluster.store;
