// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.store.RowChanges.StoredEvent;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** States in memory, for tests and development: they end with it. Any thread. */
public final class MemoryStore implements StateStore {
    private final Tables tables;

    /** Of the shards that a member was admitted to, guarded by the tables; null: it has all. */
    private final long @Nullable [] epochs;

    /** An empty one. */
    public MemoryStore() {
        this(new Tables());
    }

    private MemoryStore(Tables tables) {
        this(tables, null);
        synchronized (tables) {
            tables.owner = this;
        }
    }

    private MemoryStore(Tables tables, long @Nullable [] epochs) {
        this.tables = tables;
        this.epochs = epochs;
    }

    /** What this one has, for one of several members of the same process. */
    public MemberStore member() {
        return new Fence(tables);
    }

    /** Admits shards in memory. */
    private static final class Fence implements MemberStore {
        private final Tables tables;
        private final long[] epochs = new long[StateKey.SHARDS];
        private final MemoryStore store;

        Fence(Tables tables) {
            this.tables = tables;
            this.store = new MemoryStore(tables, epochs);
        }

        @Override
        public StateStore store() {
            return store;
        }

        @Override
        public BitSet admit(Collection<ShardRow> rows) {
            BitSet admitted = new BitSet(StateKey.SHARDS);
            synchronized (tables) {
                for (ShardRow row : rows) {
                    if (tables.epochs[row.no()] <= row.epoch()) {
                        tables.epochs[row.no()] = row.epoch();
                        epochs[row.no()] = row.epoch();
                        admitted.set(row.no());
                    }
                }
            }
            return admitted;
        }

        @Override
        public void dismiss(BitSet shards) {
            synchronized (tables) {
                shards.stream().forEach(shard -> epochs[shard] = 0);
            }
        }
    }

    /** What this one has, opened again: this one writes nothing any more. */
    public MemoryStore reopen() {
        return new MemoryStore(tables);
    }

    @Override
    public @Nullable StoredState load(StateKey key) {
        return tables.load(key);
    }

    @Override
    public @Nullable StoredState snapshot(StateKey key) {
        return tables.snapshot(key);
    }

    @Override
    public List<StoredEvent> events(StateKey key, long after, int limit) {
        return tables.events(key, after, limit);
    }

    @Override
    public boolean[] commit(List<StateWrite> writes) {
        return tables.commit(this, writes);
    }

    @Override
    public List<String> callIds(StateKey key, int limit) {
        return tables.callIds(key, limit);
    }

    @Override
    public @Nullable StoredCall call(StateKey key, String id) {
        return tables.call(key, id);
    }

    @Override
    public int expireCalls(long now, int limit) {
        return tables.expireCalls(now, limit);
    }

    @Override
    public List<StoredEffect> effects(long after, int limit) {
        return tables.effects(this, after, limit);
    }

    @Override
    public List<StoredEffect> effects(StateKey from, StateKey to, long after, int limit) {
        return tables.effects(from, to, after, limit);
    }

    @Override
    public long deadEffects() {
        return tables.deadEffects();
    }

    @Override
    public int requeueEffects(int limit) {
        return tables.requeueEffects(limit);
    }

    @Override
    public List<StoredReminder> reminders(long now, int limit) {
        return tables.reminders(this, now, limit);
    }

    @Override
    public long nextReminder(long after) {
        return tables.nextReminder(this, after);
    }

    @Override
    public void close() {}

    /** Guarded by itself. */
    private static final class Tables {
        private final Map<StateKey, StoredState> states = new HashMap<>();
        private final Map<StateKey, Map<String, StoredCall>> calls = new HashMap<>();
        private final TreeMap<Long, StoredEffect> effects = new TreeMap<>();
        private final Map<StateKey, Map<String, StoredReminder>> reminders = new HashMap<>();
        private final Map<StateKey, StoredState> snapshots = new HashMap<>();
        private final Map<StateKey, TreeMap<Long, StoredEvent>> events = new HashMap<>();
        private long lastEffect;
        private @Nullable MemoryStore owner;
        private final long[] epochs = new long[StateKey.SHARDS];

        synchronized @Nullable StoredState load(StateKey key) {
            return states.get(key);
        }

        synchronized @Nullable StoredState snapshot(StateKey key) {
            return snapshots.get(key);
        }

        synchronized List<StoredEvent> events(StateKey key, long after, int limit) {
            TreeMap<Long, StoredEvent> all = events.getOrDefault(key, new TreeMap<>());
            return all.tailMap(after, false).values().stream().limit(limit).toList();
        }

        synchronized boolean[] commit(MemoryStore by, List<StateWrite> writes) {
            boolean[] stored = new boolean[writes.size()];
            for (int i = 0; i < stored.length; i++) {
                StateWrite write = writes.get(i);
                StoredState old = states.get(write.key());
                StoredState next = write.state();
                if (owns(by, write.key().shard()) && (next == null || old == null || old.version() < next.version())) {
                    if (next != null) {
                        states.put(write.key(), next);
                    }
                    store(write.key(), write.rows());
                    stored[i] = true;
                }
            }
            return stored;
        }

        private boolean owns(MemoryStore by, int shard) {
            long[] admitted = by.epochs;
            return admitted == null ? by == owner : admitted[shard] != 0 && admitted[shard] == epochs[shard];
        }

        private void store(StateKey key, RowChanges rows) {
            for (StoredCall call : rows.calls()) {
                calls.computeIfAbsent(key, any -> new HashMap<>()).put(call.id(), call);
            }
            for (StoredEvent event : rows.events()) {
                events.computeIfAbsent(key, any -> new TreeMap<>()).put(event.version(), event);
            }
            if (rows.snapshot() != null) {
                snapshots.put(key, rows.snapshot());
            }
            rows.effects().forEach(this::add);
            for (EffectChange attempt : rows.attempts()) {
                StoredEffect effect = attempt.effect();
                if (attempt.done()) {
                    effects.remove(effect.id());
                    calls.getOrDefault(effect.to(), Map.of())
                            .computeIfPresent(effect.callId(), (id, call) -> kept(call, attempt.keptUntil()));
                } else {
                    effects.replace(effect.id(), effect);
                }
            }
            for (ReminderChange change : rows.reminders()) {
                Map<String, StoredReminder> named = reminders.computeIfAbsent(key, any -> new HashMap<>());
                StoredReminder present = named.get(change.name());
                if (change.ifDue() != ReminderChange.ANY && (present == null || present.due() != change.ifDue())) {
                    continue;
                }
                if (change.next() == null) {
                    named.remove(change.name());
                } else {
                    named.put(change.name(), change.next());
                }
            }
        }

        private static @Nullable StoredCall kept(StoredCall call, long until) {
            return until == 0 ? null : new StoredCall(call.id(), call.method(), call.reply(), until);
        }

        private void add(StoredEffect effect) {
            long id = ++lastEffect;
            effects.put(
                    id,
                    new StoredEffect(
                            id,
                            effect.from(),
                            effect.sequence(),
                            effect.to(),
                            effect.method(),
                            effect.arguments(),
                            effect.tries(),
                            effect.next()));
        }

        synchronized List<String> callIds(StateKey key, int limit) {
            return calls.getOrDefault(key, Map.of()).keySet().stream()
                    .limit(limit)
                    .toList();
        }

        synchronized @Nullable StoredCall call(StateKey key, String id) {
            return calls.getOrDefault(key, Map.of()).get(id);
        }

        synchronized int expireCalls(long now, int limit) {
            int left = limit;
            for (Map<String, StoredCall> each : calls.values()) {
                List<String> expired = each.values().stream()
                        .filter(call -> call.expires() <= now)
                        .limit(left)
                        .map(StoredCall::id)
                        .toList();
                each.keySet().removeAll(expired);
                left -= expired.size();
            }
            return limit - left;
        }

        synchronized List<StoredEffect> effects(MemoryStore by, long after, int limit) {
            return effects.tailMap(after, false).values().stream()
                    .filter(each -> !each.isDead() && reads(by, each.from()))
                    .limit(limit)
                    .toList();
        }

        synchronized List<StoredEffect> effects(StateKey from, StateKey to, long after, int limit) {
            return effects.tailMap(after, false).values().stream()
                    .filter(each -> !each.isDead()
                            && each.from().equals(from)
                            && each.to().equals(to))
                    .limit(limit)
                    .toList();
        }

        synchronized long deadEffects() {
            return effects.values().stream().filter(StoredEffect::isDead).count();
        }

        synchronized int requeueEffects(int limit) {
            List<StoredEffect> dead = effects.values().stream()
                    .filter(StoredEffect::isDead)
                    .limit(limit)
                    .toList();
            for (StoredEffect each : dead) {
                effects.remove(each.id());
                add(new StoredEffect(
                        0, each.from(), each.sequence(), each.to(), each.method(), each.arguments(), 0, 0));
            }
            return dead.size();
        }

        private boolean reads(MemoryStore by, StateKey key) {
            return by.epochs == null || owns(by, key.shard());
        }

        synchronized List<StoredReminder> reminders(MemoryStore by, long now, int limit) {
            return reminders.values().stream()
                    .flatMap(each -> each.values().stream())
                    .filter(each -> each.at() <= now && reads(by, each.key()))
                    .sorted(Comparator.comparingLong(StoredReminder::at))
                    .limit(limit)
                    .toList();
        }

        synchronized long nextReminder(MemoryStore by, long after) {
            return reminders.values().stream()
                    .flatMap(each -> each.values().stream())
                    .filter(each -> reads(by, each.key()))
                    .mapToLong(StoredReminder::at)
                    .filter(at -> at > after)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }
    }
}
