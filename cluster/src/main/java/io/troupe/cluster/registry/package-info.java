// SPDX-License-Identifier: Apache-2.0
/**
 * The port to what all members agree on: {@link io.troupe.cluster.registry.Registry}, with {@link
 * io.troupe.cluster.registry.MemoryRegistry} for tests and simulations. What one member has read of it is its {@link
 * io.troupe.cluster.registry.Roster}.
 *
 * <p>Imports: shard.
 */
package io.troupe.cluster.registry;
