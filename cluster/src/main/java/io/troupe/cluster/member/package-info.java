// SPDX-License-Identifier: Apache-2.0
/**
 * The loop of one member: {@code MemberLoop} decides by the {@link io.troupe.cluster.registry.Registry} and tells a {@code
 * ShardHolder} what to serve.
 *
 * <pre>
 *   MemberThread → MemberLoop → LeaseRenewal   keeps the Lease, which says how long it may act without a registry
 *                             → LeaseWatch     when to look for the dead
 *                             → Suspicion      whom others cannot reach
 *                             → ShardMoves     takes over, drains and gives → ShardHolder
 * </pre>
 *
 * <p>Imports: registry, shard.
 */
package io.troupe.cluster.member;
