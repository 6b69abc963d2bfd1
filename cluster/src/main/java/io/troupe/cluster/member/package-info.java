// SPDX-License-Identifier: Apache-2.0
/**
 * The loop of one member: {@code MemberLoop} renews its lease, follows the view, buries and takes over, and hands shards over.
 * It decides by the {@link io.troupe.cluster.registry.Registry} and tells a {@code ShardHolder} what to serve. {@code Lease}
 * says how long it may act without a registry, {@code Suspicion} whom others cannot reach.
 *
 * <p>Imports: registry, shard.
 */
package io.troupe.cluster.member;
