// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Plan;
import io.troupe.cluster.shard.Shards;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the shards of one member towards their wanted owners: claims what is free or left by the dead, has the holder drain what
 * others should have, and gives that. What it may not give any more, the holder serves again. One thread.
 *
 * <p>Invariant: what is drained was draining, and what is draining is held.
 */
final class ShardMoves {
    private static final Logger LOG = LoggerFactory.getLogger(ShardMoves.class);

    private final MemberInfo info;
    private final Registry registry;
    private final Roster roster;
    private final LeaseRenewal renewal;
    private final Suspicion suspicion;
    private final WantedOwners wantedOwners;
    private final ShardHolder holder;

    /** Shards that the holder has, also those that it drains. */
    private final BitSet held = new BitSet(Shards.COUNT);

    private final BitSet draining = new BitSet(Shards.COUNT);
    private final BitSet drained = new BitSet(Shards.COUNT);

    /**
     * Without shards.
     *
     * @param info of the member
     * @param registry that is told
     * @param roster what has been read of it; takes what is claimed and given
     * @param renewal of the lease, before each step that may take long
     * @param suspicion who gets nothing
     * @param wantedOwners who should have what
     * @param holder has the shards
     */
    ShardMoves(
            MemberInfo info,
            Registry registry,
            Roster roster,
            LeaseRenewal renewal,
            Suspicion suspicion,
            WantedOwners wantedOwners,
            ShardHolder holder) {
        this.info = info;
        this.registry = registry;
        this.roster = roster;
        this.renewal = renewal;
        this.suspicion = suspicion;
        this.wantedOwners = wantedOwners;
        this.holder = holder;
    }

    /** How many the member has, also those that are on their way out. */
    int count() {
        return held.cardinality();
    }

    /** The roster has changed: the holder gets what the member owns now, and loses what it does not own any more. */
    void follow() {
        long[] owners = roster.owners();
        List<ShardRow> gained = new ArrayList<>();
        BitSet lost = new BitSet(Shards.COUNT);
        for (int shard = 0; shard < owners.length; shard++) {
            boolean mine = owners[shard] == info.id();
            if (mine && !held.get(shard)) {
                gained.add(row(shard));
            } else if (!mine && held.get(shard)) {
                lost.set(shard);
            }
        }
        gained.forEach(row -> held.set(row.no()));
        held.andNot(lost);
        BitSet robbed = (BitSet) lost.clone();
        robbed.andNot(drained);
        draining.andNot(lost);
        drained.andNot(lost);
        if (!gained.isEmpty()) {
            holder.serve(gained);
        }
        if (!robbed.isEmpty()) {
            holder.drop(robbed);
        }
    }

    private ShardRow row(int shard) {
        return new ShardRow(shard, info.id(), roster.epoch(shard), roster.view());
    }

    /**
     * What a step has done.
     *
     * @param changed whether the registry has been changed
     * @param allDrained whether all that the member still had when it had given was drained: nobody wants it
     */
    record Step(boolean changed, boolean allDrained) {}

    /**
     * Claims, drains and gives.
     *
     * @param leaving whether the member wants nothing, and nothing back
     */
    Step step(boolean leaving) throws RegistryException {
        long[] wanted = wantedOwners.of(roster);
        Plan plan = plan(wanted);
        if (!plan.claims().isEmpty()) {
            renewal.keep();
            List<ShardRow> claimed = registry.claim(info.id(), plan.claims());
            if (!claimed.isEmpty()) {
                LOG.info("a member has taken over: member={}, shards={}", info.name(), claimed.size());
            }
            claimed.forEach(roster::apply);
            follow();
        }
        boolean given = giveDrained(wanted, leaving);
        boolean allDrained = held.equals(drained);
        if (leaving && !wantedOwners.isAnybodyActive(roster)) {
            drainAll(); // nobody gets them, so they are left to whoever comes
        } else {
            drainMore(given ? plan(wanted) : plan); // the next ones, not those that were just given
        }
        return new Step(given || !plan.claims().isEmpty(), allDrained);
    }

    private Plan plan(long[] wanted) {
        return Plan.of(info.id(), wanted, roster.owners(), roster::isDead, this::receives);
    }

    /** Gives what is drained to whoever should have it now, or serves it again. */
    private boolean giveDrained(long[] wanted, boolean leaving) throws RegistryException {
        Map<Long, BitSet> gives = new TreeMap<>();
        List<ShardRow> again = new ArrayList<>();
        drained.stream().forEach(shard -> {
            boolean ready = receives(wanted[shard]);
            if (wanted[shard] == info.id() || (!ready && !leaving)) {
                again.add(row(shard)); // nobody else serves it meanwhile
            } else if (ready) {
                gives.computeIfAbsent(wanted[shard], id -> new BitSet(Shards.COUNT))
                        .set(shard);
            }
        });
        if (!again.isEmpty()) {
            again.forEach(row -> {
                drained.clear(row.no());
                draining.clear(row.no());
            });
            holder.serve(again);
        }
        for (Map.Entry<Long, BitSet> give : gives.entrySet()) {
            renewal.keep();
            registry.give(info.id(), give.getValue(), give.getKey()).forEach(roster::apply);
        }
        follow();
        return !gives.isEmpty();
    }

    private void drainAll() {
        BitSet more = (BitSet) held.clone();
        more.andNot(draining);
        if (!more.isEmpty()) {
            draining.or(more);
            holder.drain(more);
        }
    }

    private void drainMore(Plan plan) {
        BitSet more = new BitSet(Shards.COUNT);
        plan.gives().values().forEach(more::or);
        more.and(held);
        more.andNot(draining);
        int room = Plan.STEP - draining.cardinality();
        BitSet some = new BitSet(Shards.COUNT);
        more.stream().limit(Math.max(0, room)).forEach(some::set);
        if (!some.isEmpty()) {
            draining.or(some);
            holder.drain(some);
        }
    }

    /** Whether a member may get shards: one that is suspect keeps what it has, and gets nothing new. */
    private boolean receives(long member) {
        MemberRow row = roster.member(member);
        return row != null && row.status() == MemberStatus.ACTIVE && !suspicion.isSuspect(member);
    }

    /** The holder has drained shards that it was told to drain: the next step gives them. */
    void drained(BitSet shards) {
        BitSet known = (BitSet) shards.clone();
        known.and(draining);
        drained.or(known);
    }

    /** The member has ended: the holder loses all. */
    void dropAll() {
        BitSet all = (BitSet) held.clone();
        held.clear();
        draining.clear();
        drained.clear();
        if (!all.isEmpty()) {
            holder.drop(all);
        }
    }
}
