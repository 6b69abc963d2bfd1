// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import io.troupe.cluster.shard.Plan;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/** A registry in memory, for tests, development and simulations: all members of one process share the object. Any thread. */
public final class MemoryRegistry implements Registry {
    private static final Duration KEPT = Duration.ofDays(1);

    private final Clock clock;
    private final long lease;
    private final Tables tables;

    /**
     * Without members.
     *
     * @param clock of the store
     * @param lease what joining and each renewal give
     */
    public MemoryRegistry(Clock clock, Duration lease) {
        this(clock, lease, new Tables());
    }

    private MemoryRegistry(Clock clock, Duration lease, Tables tables) {
        this.clock = clock;
        this.lease = lease.toNanos();
        this.tables = tables;
    }

    /** A registry of the same members and shards that gives another lease. */
    public MemoryRegistry another(Duration otherLease) {
        return new MemoryRegistry(clock, otherLease, tables);
    }

    @Override
    public boolean join(MemberInfo member) {
        synchronized (tables) {
            if (tables.members.containsKey(member.id())
                    || tables.members.values().stream()
                            .anyMatch(each ->
                                    each.isLiving() && each.row.info().name().equals(member.name()))) {
                return false;
            }
            MemberRow row = new MemberRow(member, MemberStatus.JOINING, false, ++tables.view);
            tables.members.put(member.id(), new Entry(row, clock.nanos() + lease));
        }
        tell();
        return true;
    }

    @Override
    public OptionalLong renew(long member) {
        synchronized (tables) {
            Entry entry = tables.members.get(member);
            if (entry == null || !entry.isLiving()) {
                return OptionalLong.empty();
            }
            entry.end = clock.nanos() + lease;
            return OptionalLong.of(tables.view);
        }
    }

    @Override
    public Map<Long, Duration> leases() {
        Map<Long, Duration> left = new TreeMap<>();
        synchronized (tables) {
            long now = clock.nanos();
            tables.members.values().stream()
                    .filter(Entry::isLiving)
                    .forEach(entry -> left.put(entry.row.id(), Duration.ofNanos(entry.end - now)));
        }
        return left;
    }

    @Override
    public RegistryDelta read(long since) {
        synchronized (tables) {
            return new RegistryDelta(
                    tables.view,
                    tables.members.values().stream()
                            .map(entry -> entry.row)
                            .filter(row -> row.view() > since)
                            .toList(),
                    tables.shards.values().stream()
                            .filter(row -> row.view() > since)
                            .toList());
        }
    }

    @Override
    public boolean advance(long member, MemberStatus next) {
        synchronized (tables) {
            Entry entry = tables.members.get(member);
            if (entry == null || entry.row.status().compareTo(next) > 0) {
                return false;
            }
            if (entry.row.status() == next) {
                return true;
            }
            entry.become(next, false, ++tables.view, clock.nanos());
        }
        tell();
        return true;
    }

    @Override
    public boolean fence(long member) {
        synchronized (tables) {
            Entry entry = tables.members.get(member);
            if (entry == null || !entry.isLiving()) {
                return false;
            }
            entry.become(MemberStatus.GONE, true, ++tables.view, clock.nanos());
        }
        tell();
        return true;
    }

    @Override
    public int bury() {
        int buried = 0;
        synchronized (tables) {
            long now = clock.nanos();
            for (Entry entry : tables.members.values()) {
                if (entry.isLiving() && entry.end - now < 0) {
                    entry.become(MemberStatus.GONE, false, ++tables.view, now);
                    buried++;
                }
            }
            tables.members
                    .values()
                    .removeIf(entry -> !entry.isLiving()
                            && now - entry.end > KEPT.toNanos()
                            && tables.shards.values().stream().noneMatch(row -> row.owner() == entry.row.id()));
        }
        if (buried > 0) {
            tell();
        }
        return buried;
    }

    @Override
    public List<ShardRow> claim(long member, BitSet wanted) {
        List<ShardRow> got = new ArrayList<>();
        synchronized (tables) {
            if (!isActive(member)) {
                return got;
            }
            wanted.stream()
                    .filter(shard -> isFree(tables.shards.get(shard)))
                    .forEach(shard -> got.add(moved(shard, member, tables.view + 1)));
            settle(got);
        }
        tell();
        return got;
    }

    @Override
    public List<ShardRow> give(long member, BitSet given, long to) {
        Plan.checkStep(given);
        List<ShardRow> moved = new ArrayList<>();
        synchronized (tables) {
            Entry giver = tables.members.get(member);
            if (giver == null || !giver.isLiving() || !isActive(to)) {
                return moved;
            }
            given.stream()
                    .filter(shard -> {
                        ShardRow row = tables.shards.get(shard);
                        return row != null && row.owner() == member;
                    })
                    .forEach(shard -> moved.add(moved(shard, to, tables.view + 1)));
            settle(moved);
        }
        tell();
        return moved;
    }

    @Override
    public Watching watch(Runnable changed) {
        tables.watchers.add(changed);
        return () -> tables.watchers.remove(changed);
    }

    @Override
    public void close() {}

    private void tell() {
        tables.watchers.forEach(Runnable::run);
    }

    private boolean isActive(long member) {
        Entry entry = tables.members.get(member);
        return entry != null && entry.row.status() == MemberStatus.ACTIVE;
    }

    private boolean isFree(@Nullable ShardRow row) {
        Entry owner = row == null ? null : tables.members.get(row.owner());
        return row == null || row.owner() == 0 || (owner != null && !owner.isLiving());
    }

    private ShardRow moved(int shard, long to, long next) {
        ShardRow old = tables.shards.get(shard);
        return new ShardRow(shard, to, (old == null ? 0 : old.epoch()) + 1, next);
    }

    private void settle(List<ShardRow> rows) {
        rows.forEach(row -> tables.shards.put(row.no(), row));
        if (!rows.isEmpty()) {
            tables.view++;
        }
    }

    /** Of all registries that share them, and their lock. */
    private static final class Tables {
        private final Set<Runnable> watchers = new CopyOnWriteArraySet<>();
        private final Map<Long, Entry> members = new TreeMap<>();
        private final Map<Integer, ShardRow> shards = new TreeMap<>();
        private long view;
    }

    private static final class Entry {
        private MemberRow row;
        private long end;

        Entry(MemberRow row, long end) {
            this.row = row;
            this.end = end;
        }

        boolean isLiving() {
            return row.status().isLiving();
        }

        void become(MemberStatus status, boolean proven, long view, long now) {
            row = new MemberRow(row.info(), status, proven, view);
            end = status.isLiving() ? end : now;
        }
    }
}
