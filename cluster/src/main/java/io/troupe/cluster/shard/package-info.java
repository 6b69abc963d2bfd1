// SPDX-License-Identifier: Apache-2.0
/**
 * Which member should have which shard: {@link io.troupe.cluster.shard.Shards} from keys, {@link
 * io.troupe.cluster.shard.CappedRendezvous} from the members, {@link io.troupe.cluster.shard.Plan} for the next step of one
 * member. Pure: no clocks, no threads, no input or output.
 *
 * <p>Imports: nothing.
 */
package io.troupe.cluster.shard;
