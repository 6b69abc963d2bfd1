// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.view;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.RegistryProvider;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.SqlView;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredEffect;
import io.troupe.cluster.store.StoredReminder;
import io.troupe.core.message.PlainText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A cluster from outside, for operators and their tools: reads its database, and the registry that its members agree by. It is
 * no member, opens no link, takes nothing over, and makes neither tables nor files. Three methods change something, and say so:
 * {@link #leave}, {@link #fence} and {@link #requeueEffects}.
 *
 * <p>All methods wait for the database or the registry. Those that do not answer are a {@link StoreUnavailableException}. Any
 * thread.
 *
 * <pre>{@code
 * try (ClusterView view = ClusterView.database(dataSource)) {
 *     view.members().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class ClusterView implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** A view never joins: whatever it says of leases is not used. */
    private static final Duration NO_LEASE = Duration.ofSeconds(10);

    /** The first time that has a number of milliseconds. */
    private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);

    /** The last time that has one. */
    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final SqlView store;
    private final @Nullable Registry registry;
    private final StoredValues values = new StoredValues();

    private ClusterView(SqlView store, @Nullable Registry registry) {
        this.store = store;
        this.registry = registry;
    }

    /**
     * Opens the view of a cluster whose members are in its database, too.
     *
     * @param database of PostgreSQL or SQLite
     * @return the view, to be closed
     * @throws IllegalStateException if there are no tables of a cluster, or those of another version
     * @throws IllegalArgumentException if the database is of another kind
     */
    public static ClusterView database(DataSource database) {
        Objects.requireNonNull(database, "database");
        return new ClusterView(stored(() -> SqlView.open(ConnectionSource.of(database))), null);
    }

    /**
     * Opens the view of a cluster in one file of SQLite.
     *
     * @param file that exists
     * @return the view, to be closed
     * @throws IllegalStateException if it has no tables of a cluster, or those of another version
     * @throws IllegalArgumentException if there is no such file, it cannot be written, or it is on a network file system
     */
    public static ClusterView file(Path file) {
        Objects.requireNonNull(file, "file");
        return new ClusterView(stored(() -> SqlView.open(file)), null);
    }

    /**
     * {@return the same cluster, whose members are in another registry} It closes this one, too.
     *
     * @param address for example {@code etcd://10.0.0.5:2379}, which needs the artifact {@code troupe-cluster-etcd}
     * @throws IllegalArgumentException if nobody knows such addresses
     */
    public ClusterView registry(String address) {
        return new ClusterView(store, RegistryProvider.find(address, NO_LEASE, TIMEOUT));
    }

    /**
     * {@return all members that are known, those that are gone last} One that is gone is remembered for a day. A process that
     * has the store alone is none.
     */
    public List<MemberView> members() {
        Registry from = source();
        if (from == null) {
            return List.of();
        }
        return asked(() -> {
            RegistryDelta all = from.read(0);
            Map<Long, Duration> leases = from.leases(); // none of those that have died since
            Map<Long, Integer> owned = new HashMap<>();
            all.shards().forEach(row -> owned.merge(row.owner(), 1, Integer::sum));
            List<MemberView> members = new ArrayList<>();
            for (MemberRow row : all.members()) {
                members.add(member(row, leases.getOrDefault(row.id(), Duration.ZERO), owned.getOrDefault(row.id(), 0)));
            }
            members.sort(Comparator.comparing(MemberView::status)
                    .thenComparing(MemberView::name)
                    .thenComparing(MemberView::id));
            return members;
        });
    }

    /**
     * {@return the member of a name or an id} Of several with one name it is the one that is not gone.
     *
     * @param nameOrId as {@link #members} tells it
     * @throws IllegalArgumentException if there is none; its message names those that live
     */
    public MemberView member(String nameOrId) {
        List<MemberView> all = members();
        return all.stream() // in order of their status: the living first
                .filter(each -> each.name().equals(nameOrId) || each.id().equals(nameOrId))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a member must be known: member=" + nameOrId
                        + ", living="
                        + all.stream()
                                .filter(MemberView::isLiving)
                                .map(MemberView::name)
                                .toList()));
    }

    /** {@return all 4096 shards, in order} */
    public List<ShardView> shards() {
        Registry elsewhere = registry; // one in the database has the same rows, but for those of a process alone
        List<ShardRow> rows = elsewhere == null
                ? stored(store::shards)
                : asked(() -> elsewhere.read(0).shards());
        ShardView[] shards = new ShardView[Shards.COUNT];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new ShardView(i, null, 0);
        }
        rows.forEach(row -> shards[row.no()] =
                new ShardView(row.no(), row.owner() == 0 ? null : MemberInfo.idText(row.owner()), row.epoch()));
        return List.of(shards);
    }

    /**
     * {@return the shard that an actor belongs to} It need not have a state.
     *
     * @param type stable name of its class
     * @param key of the actor
     * @throws IllegalArgumentException if one of them is empty, too long, or has control characters
     */
    public ShardView shardOf(String type, String key) {
        return shards().get(new StateKey(type, key).shard());
    }

    /**
     * {@return the state of an actor, or null if there is none}
     *
     * @param type stable name of its class
     * @param key of the actor
     * @throws IllegalArgumentException if one of them is empty, too long, or has control characters
     */
    public @Nullable StateView state(String type, String key) {
        StateKey of = new StateKey(type, key);
        SqlView.@Nullable StateRow row =
                stored(() -> Optional.ofNullable(store.state(of))).orElse(null);
        if (row == null) {
            return null;
        }
        byte[] data = row.state().data();
        @Nullable Map<String, @Nullable Object> components = null;
        @Nullable String problem = null;
        try {
            components = values.components(data);
        } catch (RuntimeException e) { // of a type that only its class knows, or damaged
            problem = e.getMessage();
        }
        return new StateView(
                type,
                key,
                of.shard(),
                row.state().version(),
                row.epoch(),
                row.state().format(),
                Instant.ofEpochMilli(row.changed()),
                data.length,
                components,
                problem);
    }

    /**
     * {@return reminders that have not come, the earliest first}
     *
     * @param type stable name of the class of their actors; null: all
     * @param key of their actors; null: all
     * @param dueBy only those that are due by then; null: all
     * @param limit most that are wanted, 1 or more
     * @throws IllegalArgumentException if the limit is less
     */
    public List<ReminderView> reminders(
            @Nullable String type, @Nullable String key, @Nullable Instant dueBy, int limit) {
        checkLimit(limit);
        long by = dueBy == null || dueBy.compareTo(LATEST) > 0
                ? Long.MAX_VALUE
                : dueBy.compareTo(EARLIEST) < 0 ? Long.MIN_VALUE : dueBy.toEpochMilli();
        return stored(() -> store.reminders(type, key, by, limit)).stream()
                .map(this::reminder)
                .toList();
    }

    /**
     * {@return calls that updates have caused and that have not been answered, the oldest first}
     *
     * @param dead only those that were given up after 20 failures
     * @param limit most that are wanted, 1 or more
     * @throws IllegalArgumentException if the limit is less
     */
    public List<EffectView> effects(boolean dead, int limit) {
        checkLimit(limit);
        return stored(() -> store.effects(dead, limit)).stream()
                .map(this::effect)
                .toList();
    }

    /**
     * Gives calls that were given up another 20 attempts, behind those that wait now. Members see them when they look next.
     *
     * @param limit most that get them, 1 or more
     * @return how many have got them
     * @throws IllegalArgumentException if the limit is less
     */
    public int requeueEffects(int limit) {
        checkLimit(limit);
        return stored(() -> store.requeueEffects(limit));
    }

    /**
     * Asks a member to leave: it gives its shards to others, and is gone then. Returns at once; {@link #member} tells how far
     * it is.
     *
     * @param id of the member
     * @return false: it is gone already
     * @throws IllegalArgumentException if it is no id
     */
    public boolean leave(String id) {
        long number = number(id);
        Registry from = needed();
        return asked(() -> from.advance(number, MemberStatus.LEAVING));
    }

    /**
     * Ends a member for good: others take its shards over at once. It writes nothing from then on, and answers nothing once it
     * has noticed. For a member whose process is known to be dead, or must not go on.
     *
     * @param id of the member
     * @return false: it is gone already
     * @throws IllegalArgumentException if it is no id
     */
    public boolean fence(String id) {
        long number = number(id);
        Registry from = needed();
        return asked(() -> from.fence(number));
    }

    /** Gives the connections back. */
    @Override
    public void close() {
        store.close();
        if (registry != null) {
            registry.close();
        }
    }

    private @Nullable Registry source() {
        return registry == null ? store.registry() : registry;
    }

    private Registry needed() {
        Registry from = source();
        if (from == null || members().isEmpty()) {
            throw new IllegalStateException("a cluster must have members: a process has its store alone");
        }
        return from;
    }

    private static MemberView member(MemberRow row, Duration leaseLeft, int shards) {
        return new MemberView(
                MemberInfo.idText(row.id()),
                row.info().name(),
                row.info().address(),
                row.info().version(),
                row.info().roles(),
                MemberView.Status.valueOf(row.status().name()),
                row.proven(),
                leaseLeft,
                shards);
    }

    private ReminderView reminder(StoredReminder row) {
        return new ReminderView(
                row.key().type(),
                row.key().key(),
                row.name(),
                Instant.ofEpochMilli(row.due()),
                Duration.ofMillis(row.every()),
                row.method(),
                values.arguments(row.arguments()),
                row.tries(),
                Instant.ofEpochMilli(row.at()));
    }

    private EffectView effect(StoredEffect row) {
        return new EffectView(
                row.id(),
                row.from().type(),
                row.from().key(),
                row.to().type(),
                row.to().key(),
                row.method(),
                values.arguments(row.arguments()),
                row.tries(),
                Instant.ofEpochMilli(row.next()),
                row.isDead());
    }

    private static void checkLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: limit=" + limit);
        }
    }

    private static long number(String id) {
        if (id == null || !id.matches("[0-9a-f]{16}")) {
            throw new IllegalArgumentException(
                    "the id of a member must be 16 hexadecimal digits: id=" + PlainText.of(String.valueOf(id)));
        }
        return Long.parseUnsignedLong(id, 16);
    }

    private static <T> T stored(StoreCall<T> call) {
        try {
            return call.run();
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), true, e);
        }
    }

    private static <T> T asked(RegistryCall<T> call) {
        try {
            return call.run();
        } catch (RegistryException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), true, e);
        }
    }

    private interface StoreCall<T> {
        T run() throws StoreException;
    }

    private interface RegistryCall<T> {
        T run() throws RegistryException;
    }
}
