// SPDX-License-Identifier: Apache-2.0
/**
 * Members of one process: {@link io.troupe.cluster.memory.SharedMemory} has their registry and their states, and each reaches
 * it through a {@link io.troupe.cluster.memory.MemoryDoor} that a test may shut. For {@code troupe-cluster-testkit}.
 *
 * <p>Imports: registry, store, shard.
 */
package io.troupe.cluster.memory;
