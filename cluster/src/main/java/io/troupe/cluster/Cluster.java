// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.ActivationServices;
import io.troupe.cluster.activation.CallCodecs;
import io.troupe.cluster.activation.StateCodec;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.delivery.CallExpiry;
import io.troupe.cluster.delivery.EffectCourier;
import io.troupe.cluster.delivery.ReminderCourier;
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
import java.util.Objects;
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
    private final TypeSerializers serializers = new TypeSerializers();
    private final CallCodecs codecs = new CallCodecs(serializers, HostedType::nameOf);
    private final HostedTypes hosted = new HostedTypes();
    private final EffectCourier effects;
    private final ReminderCourier reminders;
    private final CallExpiry expiry;
    private final ActivationServices services;

    /** Guarded by this; no class is hosted once it is set. */
    private boolean closed;

    private Cluster(ActorSystem system, StateStore store, ClusterConfig config) {
        this.system = system;
        this.store = store;
        this.committer = new GroupCommitter(system.name() + "-commit", store, config.commitQueue());
        OutletHost host = system.host();
        this.effects = new EffectCourier(system.name() + "-effects", store, committer, host, hosted);
        this.reminders = new ReminderCourier(system.name() + "-reminders", store, committer, host, hosted);
        this.expiry = new CallExpiry(system.name() + "-expiry", store, host);
        this.services = new ActivationServices(
                store,
                committer,
                host,
                codecs,
                new NewRows(effects, reminders),
                config.callIdsFor().toMillis());
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
        return on(system, open(config), config);
    }

    /** On a store that is open, which it closes. */
    static Cluster on(ActorSystem system, StateStore store, ClusterConfig config) {
        Cluster cluster = new Cluster(system, store, config);
        boolean done = false;
        try {
            system.onClose(ShutdownPhase.BEFORE_ACTORS, "cluster", () -> {
                cluster.closeCouriers();
                return Promise.done();
            });
            system.onClose(ShutdownPhase.AFTER_ACTORS, "cluster", () -> {
                cluster.closeStore();
                return Promise.done();
            });
            cluster.effects.start();
            cluster.reminders.start();
            cluster.expiry.start();
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
        StateHandles handles = new StateHandles(codec, codecs.of(type), services);
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("a cluster must not have closed: type=" + name);
            }
            if (hosted.isHosted(name)) {
                throw new IllegalArgumentException("a class must be hosted once: type=" + name);
            }
            Directory<A> actors = system.directory(
                    type, (String key) -> handles.of(key).make(factory::create), options.supervision(SUPERVISION));
            hosted.add(type, new HostedType<>(name, actors, codecs.of(type), handles));
        }
        effects.wake();
        reminders.wake();
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
        HostedType<A> known = hosted.of(type);
        return known.actor(new StateKey(known.name(), key).key());
    }

    /**
     * {@return how many calls that updates have caused were given up after 20 failures, and are kept} Waits for the database.
     *
     * @throws StoreUnavailableException if it cannot be reached
     */
    public long deadEffects() {
        try {
            return store.deadEffects();
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), false, e);
        }
    }

    /**
     * Gives up to 1,000 calls that were given up another 20 attempts, in their order, behind those that wait now. Their receivers
     * know them as before: what was done is not done again. Waits for the database.
     *
     * @return how many
     * @throws StoreUnavailableException if it is not known whether they are called again
     */
    public int requeueEffects() {
        try {
            return store.requeueEffects(1_000);
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), true, e);
        } finally {
            effects.wake();
        }
    }

    /**
     * Ends the cluster: effects and reminders wait for the next one, its actors end after their present call, then what was updated is stored, then the store is given back.
     * Calls that wait fail. Waits up to 30 seconds for the actors. A second call changes nothing.
     */
    @Override
    public void close() {
        closeCouriers();
        List<Promise<Void>> ends = new ArrayList<>();
        synchronized (this) {
            closed = true;
            hosted.all().forEach(type -> ends.add(type.actors().stop()));
        }
        try {
            Promise.allSettled(ends).await(CLOSE_LIMIT);
        } finally {
            closeStore();
        }
    }

    private void closeCouriers() {
        effects.close();
        reminders.close();
        expiry.close();
    }

    private void closeStore() {
        synchronized (this) {
            closed = true;
        }
        closeCouriers();
        committer.close();
        store.close();
    }

    @Override
    public String toString() {
        return "Cluster[" + system.name() + "]";
    }
}
