// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import io.troupe.cluster.shard.Candidate;
import io.troupe.cluster.shard.Shards;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one member has read of the registry: a hint, as the rows may have changed since. One thread. */
public final class Roster {
    private final Map<Long, MemberRow> members = new LinkedHashMap<>();
    private final long[] owners = new long[Shards.COUNT];
    private final long[] epochs = new long[Shards.COUNT];
    private final long[] views = new long[Shards.COUNT];
    private long view;
    private long memberChanges;

    /** Nothing has been read. */
    public Roster() {}

    /** Takes what was read since {@link #view}. */
    public void apply(RegistryDelta delta) {
        delta.members()
                .forEach(row -> members.merge(row.id(), row, (old, next) -> next.view() >= old.view() ? next : old));
        memberChanges += delta.members().size();
        delta.shards().forEach(this::apply);
        view = Math.max(view, delta.view());
    }

    /** Takes the row of a shard that a claim or a give has returned; the view stays. */
    public void apply(ShardRow row) {
        if (row.view() >= views[row.no()]) {
            owners[row.no()] = row.owner();
            epochs[row.no()] = row.epoch();
            views[row.no()] = row.view();
        }
    }

    /** Up to which number it is complete. */
    public long view() {
        return view;
    }

    /** Grows whenever a row of a member has been read. */
    public long memberChanges() {
        return memberChanges;
    }

    /** All members that it knows, also dead ones. */
    public Collection<MemberRow> members() {
        return Collections.unmodifiableCollection(members.values());
    }

    /** The row of a member, or null. */
    public @Nullable MemberRow member(long id) {
        return members.get(id);
    }

    /** Whether it knows that a member is dead. One that it does not know is not. */
    public boolean isDead(long id) {
        MemberRow row = members.get(id);
        return row != null && !row.status().isLiving();
    }

    /** Owners by number of the shard; 0: nobody. A copy. */
    public long[] owners() {
        return owners.clone();
    }

    /**
     * The owners that all members wish for, by number of the shard; 0: nobody. A shard goes to no earlier version of the
     * program than that of its owner, living or dead, as long as there is another: it has perhaps stored what earlier ones
     * cannot read.
     *
     * @param placement owners of all shards, for candidates in any order
     */
    public long[] wanted(Function<List<Candidate>, long[]> placement) {
        List<MemberRow> active = members.values().stream()
                .filter(row -> row.status() == MemberStatus.ACTIVE)
                .toList();
        long[] wanted = placement.apply(candidates(active)).clone();
        if (members.values().stream()
                        .map(row -> row.info().version())
                        .distinct()
                        .count()
                <= 1) {
            return wanted;
        }
        Map<Long, long[]> wantedAfter = new HashMap<>();
        for (int shard = 0; shard < wanted.length; shard++) {
            MemberRow owner = members.get(owners[shard]);
            if (owner != null) {
                long[] able = wantedAfter.computeIfAbsent(owner.id(), id -> {
                    List<MemberRow> notEarlier = active.stream()
                            .filter(row -> owner.info().compareVersion(row.info()) <= 0)
                            .toList();
                    return notEarlier.isEmpty() || notEarlier.size() == active.size()
                            ? wanted
                            : placement.apply(candidates(notEarlier));
                });
                wanted[shard] = able[shard];
            }
        }
        return wanted;
    }

    private static List<Candidate> candidates(List<MemberRow> rows) {
        return rows.stream()
                .map(row -> new Candidate(row.id(), row.info().weight()))
                .toList();
    }

    /** Whether there are shards that nobody has ever owned. */
    public boolean hasFree() {
        for (long owner : owners) {
            if (owner == 0) {
                return true;
            }
        }
        return false;
    }

    /** The epoch of a shard; 0: it never had an owner. */
    public long epoch(int shard) {
        return epochs[shard];
    }
}
