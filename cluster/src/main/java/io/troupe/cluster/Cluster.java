// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.StateCodec;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.sql.SqlStore;
import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.TypeSerializers;
import java.lang.invoke.MethodHandles;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Durable actors of one process, found by key: each has its state in a store, and is made at its first call. Opens no
 * socket. An application opens one, says which classes it hosts, and closes it, or lets the system close it. All methods
 * may be called by any thread, but {@link #join}, {@link #createSchema} and {@link #close} wait.
 *
 * <pre>{@code
 * Cluster cluster = Cluster.join(system, ClusterConfig.file(Path.of("state.db")));
 * cluster.host(Account.class, Account::new);
 * cluster.actor(Account.class, "4711").deposit(500);
 * }</pre>
 *
 * <p>Opening a store takes it over: a process that has had it open before, and still runs, writes nothing any more. Its
 * updates fail with {@link io.troupe.cluster.actor.FencedException}.
 */
public final class Cluster implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    /** A failed call is no reason to end: the state is in the store. */
    private static final Supervision SUPERVISION = new Supervision(
            failure -> Decision.RESTART,
            Integer.MAX_VALUE,
            Duration.ofMinutes(1),
            Duration.ofMillis(10),
            Duration.ofSeconds(3));

    private final ActorSystem system;
    private final StateStore store;
    private final GroupCommitter committer;
    private final OutletHost host;
    private final TypeSerializers serializers = new TypeSerializers();
    private final Map<Class<?>, HostedType<?>> types = new ConcurrentHashMap<>();

    /** Guarded by this; no class is hosted once it is set. */
    private boolean closed;

    private Cluster(ActorSystem system, StateStore store, int queue) {
        this.system = system;
        this.store = store;
        this.host = system.host();
        this.committer = new GroupCommitter(system.name() + "-commit", store, queue);
    }

    /**
     * Opens the store and takes it over. Waits for the database.
     *
     * @param system that runs the actors; the cluster closes after its actors
     * @param config where the states are
     * @return the cluster, which hosts no class yet
     * @throws StoreUnavailableException if the database cannot be reached, or the driver is missing
     * @throws IllegalStateException if its tables are missing, or of another version
     * @throws IllegalArgumentException if the file is on a network file system, or the database is of another kind
     */
    public static Cluster join(ActorSystem system, ClusterConfig config) {
        return on(system, open(config), config.commitQueue());
    }

    /** On a store that is open, which it closes. */
    static Cluster on(ActorSystem system, StateStore store, int commitQueue) {
        Cluster cluster = new Cluster(system, store, commitQueue);
        boolean done = false;
        try {
            system.onClose(ShutdownPhase.AFTER_ACTORS, "cluster", () -> {
                cluster.closeStore();
                return Promise.done();
            });
            done = true;
            return cluster;
        } finally {
            if (!done) {
                cluster.closeStore();
            }
        }
    }

    private static StateStore open(ClusterConfig config) {
        DataSource dataSource = config.dataSource();
        try {
            if (config.file() != null) {
                return SqlStore.open(StateFile.source(config.file()), newOwner());
            }
            return dataSource == null ? new MemoryStore() : SqlStore.open(dataSource::getConnection, newOwner());
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), false, e);
        }
    }

    /** Never used before: of 64 random bits. */
    private static long newOwner() {
        return new SecureRandom().nextLong();
    }

    /**
     * Makes the tables of a cluster in a database, unless they are there. For a deployment: {@link #join} needs no right to
     * make tables. A file of SQLite needs no such call.
     *
     * @param dataSource with the right to make tables
     * @throws StoreUnavailableException if they cannot be made
     */
    public static void createSchema(DataSource dataSource) {
        try {
            SqlStore.createSchema(dataSource::getConnection);
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), false, e);
        }
    }

    /**
     * Lends the rights to make records of a module that does not open their package to {@code io.troupe.remoting}. Before
     * the classes that need it are hosted.
     *
     * @param lookup made with {@code MethodHandles.lookup()} in that module
     */
    public void lookup(MethodHandles.Lookup lookup) {
        serializers.lookup(lookup);
    }

    /**
     * Says that this process runs the actors of a class, at most 100,000 at a time, each until it is idle for ten minutes.
     *
     * @param <A> the class
     * @param type the class itself
     * @param factory makes the object of any key
     * @throws IllegalArgumentException if its state is no record or has no encoding, or a class of the same name is hosted
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors, or the system is closing
     * @throws IllegalStateException if the cluster has closed
     */
    public <A extends DurableActor<A, ?>> void host(Class<A> type, ActorFactory<? extends A> factory) {
        host(type, factory, DirectoryOptions.defaults());
    }

    /**
     * Says that this process runs the actors of a class, see {@link #host(Class, ActorFactory)}.
     *
     * @param <A> the class
     * @param type the class itself
     * @param factory makes the object of any key
     * @param options bounds of the directory of these actors, and settings of them; their supervision is that of the cluster: a new
     *     object after each failure, which reads the state
     * @throws IllegalArgumentException if its state is no record or has no encoding, or a class of the same name is hosted
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors, there is a directory of
     *     this name, or the system is closing
     * @throws IllegalStateException if the cluster has closed
     */
    public <A extends DurableActor<A, ?>> void host(
            Class<A> type, ActorFactory<? extends A> factory, DirectoryOptions options) {
        Objects.requireNonNull(factory, "factory");
        String name = HostedType.nameOf(type);
        StateCodec codec = new StateCodec(serializers, HostedType.stateOf(type));
        StateHandles handles = new StateHandles(name, codec, store, committer, host);
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("a cluster must not have closed: type=" + name);
            }
            if (types.values().stream().anyMatch(each -> each.name().equals(name))) {
                throw new IllegalArgumentException("a class must be hosted once: type=" + name);
            }
            Directory<A> actors = system.directory(
                    type, (String key) -> handles.of(key).make(factory::create), options.supervision(SUPERVISION));
            types.put(type, new HostedType<>(name, actors));
        }
    }

    /**
     * The actor of a key. Never waits; the state is read at the first call.
     *
     * @param <A> the class
     * @param type that is hosted
     * @param key 1 to 512 characters, any but control characters
     * @return the reference, which takes calls at once and stays valid
     * @throws IllegalArgumentException if the key breaks the rule, or the class is not hosted
     * @throws io.troupe.core.error.SpawnRefusedException if the cluster or the system is closing
     */
    public <A extends DurableActor<A, ?>> A actor(Class<A> type, String key) {
        HostedType<A> hosted = hosted(type);
        return hosted.actors().get(new StateKey(hosted.name(), key).key());
    }

    @SuppressWarnings("unchecked") // by host
    private <A> HostedType<A> hosted(Class<A> type) {
        HostedType<?> hosted = types.get(type);
        if (hosted == null) {
            throw new IllegalArgumentException("a class must be hosted before its actors are used: type="
                    + HostedType.nameOf(type) + ", hosted="
                    + types.values().stream().map(HostedType::name).sorted().toList());
        }
        return (HostedType<A>) hosted;
    }

    /**
     * Ends the cluster: its actors end after their present call, then what was updated is stored, then the store is given back.
     * Calls that wait fail. Waits up to 30 seconds for the actors. A second call changes nothing.
     */
    @Override
    public void close() {
        List<Promise<Void>> ends = new ArrayList<>();
        synchronized (this) {
            closed = true;
            types.values().forEach(type -> ends.add(type.actors().stop()));
        }
        try {
            Promise.allSettled(ends).await(CLOSE_LIMIT);
        } finally {
            closeStore();
        }
    }

    private void closeStore() {
        synchronized (this) {
            closed = true;
        }
        committer.close();
        store.close();
    }

    @Override
    public String toString() {
        return "Cluster[" + system.name() + "]";
    }
}
