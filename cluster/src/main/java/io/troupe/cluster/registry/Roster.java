// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import io.troupe.cluster.shard.Shards;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
