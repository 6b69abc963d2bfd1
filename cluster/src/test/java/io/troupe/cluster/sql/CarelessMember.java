// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.ActorSystem;
import io.troupe.remoting.Remoting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A member without its two locks on the past, for the test of a test: it does not learn that its lease is over, nor that it is dead, and it
 * stores what the fence refuses.
 */
public final class CarelessMember {
    private static final String OVERWRITE =
            "insert into troupe_state (type, key, shard, version, epoch, format, data, changed)"
                    + " values (?, ?, ?, ?, ?, ?, ?, 0) on conflict (type, key) do update set"
                    + " version = excluded.version, epoch = excluded.epoch, data = excluded.data";

    private CarelessMember() {}

    /** Joins with the ports of a member. */
    @FunctionalInterface
    public interface Entry {
        /** Joins. */
        Cluster join(Remoting remoting, Registry registry, MemberStore store);
    }

    /**
     * Joins.
     *
     * @param lease that others believe in
     * @param entry believes in a longer one
     */
    public static Cluster join(ConnectionSource source, Duration lease, Entry entry, ActorSystem system) {
        Remoting remoting = Remoting.on(system);
        long member = PeerLinks.idOf(remoting.id());
        try {
            return entry.join(
                    remoting,
                    registry(SqlRegistry.open(source, lease), member, lease),
                    store(ShardFence.open(source, member), source));
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Renews the lease by itself, as its member does that seldom; whether the member lives by it is not told. */
    private static Registry registry(SqlRegistry real, long member, Duration lease) {
        ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "careless");
            made.setDaemon(true);
            return made;
        });
        return (Registry) Proxy.newProxyInstance(
                CarelessMember.class.getClassLoader(), new Class<?>[] {Registry.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "watch" -> {
                            Runnable changed = (Runnable) arguments[0];
                            Future<?> unused = beats.scheduleWithFixedDelay(
                                    () -> beat(real, member, changed), 0, lease.toMillis() / 6, TimeUnit.MILLISECONDS);
                            return (Registry.Watching) beats::shutdownNow;
                        }
                        case "renew" -> {
                            OptionalLong view = real.renew(member);
                            return view.isPresent() ? view : OptionalLong.of(0);
                        }
                        case "read" -> {
                            long since = (Long) arguments[0];
                            RegistryDelta delta = real.read(since);
                            boolean dead = delta.members().stream()
                                    .anyMatch(row ->
                                            row.id() == member && !row.status().isLiving());
                            return dead || isDead(real, member, since)
                                    ? new RegistryDelta(since, List.of(), List.of())
                                    : delta;
                        }
                        default -> {
                            return called(() -> method.invoke(real, arguments));
                        }
                    }
                });
    }

    private static boolean isDead(SqlRegistry real, long member, long since) throws RegistryException {
        return since > 0 && real.renew(member).isEmpty();
    }

    private static void beat(SqlRegistry real, long member, Runnable changed) {
        try {
            if (real.renew(member).isPresent()) {
                real.bury();
                changed.run();
            }
        } catch (RegistryException e) {
            // the next one, perhaps
        }
    }

    private static MemberStore store(ShardFence real, ConnectionSource source) {
        StateStore careless = (StateStore) Proxy.newProxyInstance(
                CarelessMember.class.getClassLoader(),
                new Class<?>[] {StateStore.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("commit")) {
                        return called(() -> method.invoke(real.store(), arguments));
                    }
                    @SuppressWarnings("unchecked")
                    List<StateWrite> writes = (List<StateWrite>) arguments[0];
                    return commit(real.store(), source, writes);
                });
        return new MemberStore() {
            @Override
            public StateStore store() {
                return careless;
            }

            @Override
            public BitSet admit(Collection<ShardRow> rows) throws StoreException {
                return real.admit(rows);
            }

            @Override
            public void dismiss(BitSet shards) {
                real.dismiss(shards);
            }
        };
    }

    private static boolean[] commit(StateStore real, ConnectionSource source, List<StateWrite> writes)
            throws StoreException {
        boolean[] stored = real.commit(writes);
        try (Connection connection = source.open()) {
            for (int i = 0; i < stored.length; i++) {
                StateWrite write = writes.get(i);
                if (!stored[i] && write.state() != null) {
                    RegistrySchema.update(
                            connection,
                            OVERWRITE,
                            write.key().type(),
                            write.key().key(),
                            write.key().shard(),
                            write.state().version(),
                            0L,
                            write.state().format(),
                            write.state().data());
                    stored[i] = true;
                }
            }
        } catch (SQLException e) {
            throw new StoreException("a careless store must overwrite: cause=" + e.getMessage(), e);
        }
        return stored;
    }

    private static Object called(Call call) throws Throwable {
        try {
            return call.run();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private interface Call {
        Object run() throws ReflectiveOperationException;
    }
}
