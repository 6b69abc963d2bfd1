// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.memory;

import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The registry and the states of a cluster whose members are in one process. They end with it. Any thread. */
public final class SharedMemory {
    private final MemoryRegistry registry;
    private final MemoryStore states = new MemoryStore();

    /**
     * Without members and states.
     *
     * @param clock of the leases
     * @param lease that joining and each heartbeat give
     */
    public SharedMemory(Clock clock, Duration lease) {
        this.registry = new MemoryRegistry(clock, lease);
    }

    /**
     * What one member has of it.
     *
     * @param door which each statement of this member passes
     */
    public MemberMemory member(MemoryDoor door) {
        return new MemberMemory(registry, states.member(), door);
    }

    /** The registry itself, without a door. */
    public MemoryRegistry registry() {
        return registry;
    }

    /** The states themselves, without a door. */
    public MemoryStore states() {
        return states;
    }

    /** The id of the member that owns a key, living or dead; 0: nobody has ever owned it. */
    public long owner(String type, String key) {
        return owners(registry.read(0))[Shards.of(type, key)];
    }

    /** Ends a member that is known to be dead. */
    public void bury(long member) {
        registry.fence(member);
    }

    /**
     * How many shards each living member should have and has, by id: 0 for one that is only joining. Empty while something is
     * to be claimed or given, and while the lease of a member is over that nobody has ended yet.
     */
    public Map<Long, Integer> shares() {
        if (registry.leases().values().stream().anyMatch(left -> left.isZero() || left.isNegative())) {
            return Map.of();
        }
        RegistryDelta all = registry.read(0);
        long[] owners = owners(all);
        boolean anybodyActive = false;
        Map<Long, Integer> shares = new TreeMap<>();
        for (MemberRow row : all.members()) {
            if (row.status() == MemberStatus.LEAVING) {
                return Map.of();
            }
            anybodyActive |= row.status() == MemberStatus.ACTIVE;
            if (row.status().isLiving()) {
                shares.put(row.id(), 0);
            }
        }
        Roster roster = new Roster();
        roster.apply(all);
        long[] wanted = roster.wanted(CappedRendezvous::owners);
        for (int shard = 0; shard < owners.length; shard++) {
            if (anybodyActive && owners[shard] != wanted[shard]) {
                return Map.of();
            }
            shares.computeIfPresent(owners[shard], (owner, shards) -> shards + 1);
        }
        return shares;
    }

    /** The number of the present view. */
    public long view() {
        return registry.read(Long.MAX_VALUE).view();
    }

    private static long[] owners(RegistryDelta all) {
        long[] owners = new long[Shards.COUNT];
        for (ShardRow row : all.shards()) {
            owners[row.no()] = row.owner();
        }
        return owners;
    }
}
