// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.ClusterHealth.Status;
import io.troupe.cluster.activation.ActivationServices;
import io.troupe.cluster.activation.CallCodecs;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.KeyedActor;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.delivery.CallExpiry;
import io.troupe.cluster.delivery.EffectCourier;
import io.troupe.cluster.delivery.HostedCalls;
import io.troupe.cluster.delivery.ReminderCourier;
import io.troupe.cluster.memory.MemberMemory;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.SqlRegistry;
import io.troupe.cluster.sql.SqlStore;
import io.troupe.cluster.sql.StateFile;
import io.troupe.cluster.store.Commit.Outcome;
import io.troupe.cluster.store.CommitStats;
import io.troupe.cluster.store.GroupCommitter;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.host.OutletHost;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.QueueKind;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.value.TypeSerializers;
import java.lang.invoke.MethodHandles;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Actors found by key: each is made at its first call, in one of the processes that share a store, and durable ones have their
 * state there. A process that does not {@link ClusterConfig#listen} is alone, and opens no socket. An application opens one,
 * says which classes it hosts, and closes it, or lets the system close it. All methods may be called by any thread, but
 * {@link #join}, {@link #createSchema} and {@link #close} wait.
 *
 * <pre>{@code
 * Cluster cluster = Cluster.join(system, ClusterConfig.file(Path.of("state.db")));
 * cluster.host(Account.class, Account::new);
 * cluster.actor(Account.class, "4711").deposit(500);
 * }</pre>
 *
 * <p>Opening a store alone takes it over: a process that has had it open before, and still runs, writes nothing any more. Its
 * updates fail with {@link FencedException}. So do those of a process that was alone when the first
 * member joins; and while there are members, nobody can open the store alone.
 *
 * <p>Members divide all keys among themselves. A call finds the owner of its key, whoever has the reference, and follows it
 * when the key moves. A member that is killed is replaced at once, one that stands still after its lease.
 */
public final class Cluster implements AutoCloseable {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    /** Receivers remember effects that were answered for longer than any call of a former owner may be on its way. */
    private static final Duration KEPT_IDS = Duration.ofMinutes(10);

    /** Systems that have one which has not closed. */
    private static final Set<ActorSystem> TAKEN = ConcurrentHashMap.newKeySet();

    private final ActorSystem system;
    private final StateStore store;
    private final GroupCommitter committer;
    private final ActivationServices.Readers readers;
    private final TypeSerializers serializers = new TypeSerializers(new StoredNames());
    private final HostedTypes hosted = new HostedTypes();
    private final EffectCourier effects;
    private final ReminderCourier reminders;
    private final CallExpiry expiry;
    private final TypeHost types;
    private final Singletons singletons;
    private final Workers workers;
    private final ClusterTopics topics;

    /** Of one of several; null: it is alone. */
    private final @Nullable Membership membership;

    private final ClusterConfig config;

    /** Guarded by this; no class is hosted once it is set. */
    private boolean closed;

    /** Guarded by this; the system may have another one once it is set. */
    private boolean over;

    private Cluster(
            ActorSystem system,
            StateStore store,
            ClusterConfig config,
            Function<HostedTypes, @Nullable Membership> making) {
        this.system = system;
        this.store = store;
        this.config = config;
        this.committer = new GroupCommitter(
                system.name() + "-commit",
                store,
                config.commitQueue(),
                system.host().memory().part(QueueKind.STORE, "updates", config.commitMemory()));
        this.readers = ActivationServices.Readers.of(system.name(), store);
        Membership made = making.apply(hosted);
        this.membership = made;
        OutletHost host = system.host();
        HostedCalls calls = made == null ? hosted : new MemberCalls(hosted, made.router());
        this.effects = new EffectCourier(
                system.name() + "-effects", store, committer, host, calls, made == null ? 0 : KEPT_IDS.toMillis());
        this.reminders = new ReminderCourier(system.name() + "-reminders", store, committer, host, calls);
        this.singletons = Singletons.of(host, made);
        this.workers = new Workers(system);
        this.topics = made == null
                ? new ClusterTopics(system, () -> Remoting.on(system), Map::of, () -> {})
                : new ClusterTopics(system, made::remoting, made::links, made::tell);
        if (made != null) {
            made.onLinks(topics::follow);
            made.onShards(() -> {
                effects.restart();
                reminders.wake();
                singletons.look();
            });
        }
        this.expiry = new CallExpiry(system.name() + "-expiry", store, host);
        ActivationServices services = new ActivationServices(
                store,
                readers,
                committer,
                host,
                new CallCodecs(serializers, HostedType::nameOf),
                new NewRows(effects, reminders),
                config.callIdsFor().toMillis(),
                made == null ? () -> true : made::isServing,
                made == null ? 0 : config.member().times().lease().toNanos());
        this.types = new TypeHost(
                system, hosted, serializers, services, config.member().callers(), made);
    }

    /**
     * Opens the store: takes it over, or joins the members that share it. Waits for the database.
     *
     * @param system that runs the actors; the cluster closes with it
     * @param config where the states are, and whether this process is one of several
     * @return the cluster, which hosts no class yet; a member gets actors after the first class that it hosts, so all
     *     are hosted at once
     * @throws StoreUnavailableException if the database cannot be reached, or the driver is missing
     * @throws IllegalStateException if the system has a cluster that has not closed; if the tables are missing, or of another
     *     version; if a process that would be alone meets members; if the name belongs to another living member, or the
     *     system has been a member before
     * @throws IllegalArgumentException if the file is on a network file system or cannot be written, or the database is of another
     *     kind
     * @throws io.troupe.core.error.LinkRefusedException if nobody may listen at the address
     */
    public static Cluster join(ActorSystem system, ClusterConfig config) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(config, "config");
        if (!TAKEN.add(system)) {
            throw new IllegalStateException(
                    "a system must have one cluster at a time, close it or start another system: system="
                            + system.name());
        }
        boolean done = false;
        try {
            Cluster made = config.member().listen() == null
                    ? on(system, open(config), config)
                    : ClusterEntry.join(system, config);
            done = true;
            return made;
        } finally {
            if (!done) {
                TAKEN.remove(system);
            }
        }
    }

    /**
     * Joins members of the same process. For {@code troupe-cluster-testkit}: the package of the memory is not exported to others.
     *
     * @param system that runs the actors
     * @param config where the member listens, and its times; the file that it names is not opened
     * @param memory that the members share
     * @return the cluster, which hosts no class yet
     * @throws IllegalStateException if the name belongs to another living member
     */
    @SuppressWarnings("exports") // not for users
    public static Cluster join(ActorSystem system, ClusterConfig config, MemberMemory memory) {
        Cluster made = ClusterEntry.join(system, config, memory);
        Membership joined = Objects.requireNonNull(made.membership, "membership");
        memory.observe(
                () -> !made.hosted.types().isEmpty(),
                () -> joined.router().view().number());
        return made;
    }

    /**
     * A client of a cluster: calls its actors, hosts none, and needs no database; see
     * {@link #client(ActorSystem, List, ClientConfig)}.
     *
     * @param system that calls; the client closes with it
     * @param addresses of some members, at least one
     * @return the client
     * @throws io.troupe.core.error.LinkRefusedException if no address answers within 10 seconds
     * @throws IllegalArgumentException if there is no address, or one is malformed
     */
    public static ClusterClient client(ActorSystem system, List<String> addresses) {
        return client(system, addresses, ClientConfig.defaults());
    }

    /**
     * A client of a cluster: calls its actors, hosts none, and needs no database. Waits until one of the addresses has answered.
     *
     * @param system that calls; the client closes with it
     * @param addresses of some members, {@code tcp://host:port} or {@code tls://host:port}, at least one; the others are learnt
     * @param config certificates, and how long to wait
     * @return the client
     * @throws io.troupe.core.error.LinkRefusedException if no address answers in time; the message names them, and why
     * @throws IllegalArgumentException if there is no address, or one is malformed
     * @throws IllegalStateException if the system is closing, or has links with another configuration
     */
    public static ClusterClient client(ActorSystem system, List<String> addresses, ClientConfig config) {
        return ClusterClient.of(system, addresses, config);
    }

    /** On a store that is open, which it closes. */
    static Cluster on(ActorSystem system, StateStore store, ClusterConfig config) {
        return begin(new Cluster(system, store, config, hosted -> null));
    }

    /** As a member, of a store that is open, which it closes. */
    static Cluster member(
            ActorSystem system, StateStore store, ClusterConfig config, Function<HostedTypes, Membership> membership) {
        return begin(new Cluster(system, store, config, membership));
    }

    private static Cluster begin(Cluster cluster) {
        boolean done = false;
        try {
            cluster.system.onClose(ShutdownPhase.BEFORE_ACTORS, "cluster", () -> {
                cluster.leaveMembers(cluster.config.member().times().drain());
                cluster.closeCouriers();
                return Promise.done();
            });
            cluster.system.onClose(ShutdownPhase.AFTER_ACTORS, "cluster", () -> {
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
        ConnectionSource source = source(config);
        try {
            return source == null ? new MemoryStore() : SqlStore.open(source, newOwner());
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), false, e);
        }
    }

    /** Where connections come from; null: states are in memory. */
    static @Nullable ConnectionSource source(ClusterConfig config) {
        DataSource dataSource = config.dataSource();
        if (config.file() != null) {
            return StateFile.source(config.file());
        }
        return dataSource == null ? null : ConnectionSource.of(dataSource);
    }

    /** Never used before: of 64 random bits. */
    private static long newOwner() {
        return new SecureRandom().nextLong();
    }

    /**
     * Makes the tables of a cluster in a database, unless they are there. Tables of another version are refused and stay as
     * they are. For a deployment: {@link #join} needs no right to make tables, only to read and change rows of all of them. A
     * file of SQLite needs no such call.
     *
     * @param dataSource with the right to make tables, functions and triggers
     * @throws StoreUnavailableException if they cannot be made
     * @throws IllegalStateException if there are tables of another version
     */
    public static void createSchema(DataSource dataSource) {
        Objects.requireNonNull(dataSource, "dataSource");
        try {
            SqlRegistry.createSchema(ConnectionSource.of(dataSource));
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
        Objects.requireNonNull(lookup, "lookup");
        serializers.lookup(lookup);
        if (membership != null) {
            membership.lookup(lookup);
        }
    }

    /**
     * Says that this process runs the actors of a class, durable or virtual, at most 100,000 at a time, each until it is idle
     * for ten minutes.
     *
     * @param <A> the class
     * @param type the class itself
     * @param factory makes the object of any key
     * @throws IllegalArgumentException if it extends neither kind of actors by key, its name breaks the rule of keys, it is durable
     *     and its state is no record or has no encoding, or a class of the same name is hosted
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors, or the system is closing
     * @throws IllegalStateException if the cluster has closed
     */
    public <A extends KeyedActor<A>> void host(Class<A> type, ActorFactory<? extends A> factory) {
        host(type, factory, DirectoryOptions.defaults());
    }

    /**
     * Says that this process runs the actors of a class, see {@link #host(Class, ActorFactory)}.
     *
     * @param <A> the class
     * @param type the class itself
     * @param factory makes the object of any key
     * @param options bounds of the directory of these actors, and settings of them; their supervision is that of the cluster: a new
     *     object after each failure, which reads the state if it is durable
     * @throws IllegalArgumentException if it extends neither kind of actors by key, its name breaks the rule of keys, it is durable
     *     and its state is no record or has no encoding, or a class of the same name is hosted
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors, there is a directory of
     *     this name, or the system is closing
     * @throws IllegalStateException if the cluster has closed
     */
    public <A extends KeyedActor<A>> void host(
            Class<A> type, ActorFactory<? extends A> factory, DirectoryOptions options) {
        HostedType.check(type);
        Objects.requireNonNull(factory, "factory");
        Objects.requireNonNull(options, "options");
        synchronized (this) {
            checkOpen(type);
            types.host(type, factory, options);
        }
        if (membership != null) {
            membership.host();
        }
        effects.wake();
        reminders.wake();
    }

    /**
     * The actor of a key. Never waits; the object is made, and a state is read, at the first call.
     *
     * @param <A> the class
     * @param type that is hosted
     * @param key 1 to 512 characters, any but control characters and halves of surrogate pairs
     * @return the reference, which takes calls at once and stays valid
     * @throws IllegalArgumentException if the key breaks the rule, or the process is alone and does not host the class
     * @throws FencedException if the process is alone and the cluster has closed; calls of a member fail with it then
     */
    public <A extends KeyedActor<A>> A actor(Class<A> type, String key) {
        return types.actor(type, key);
    }

    /**
     * Hosts a class of which there is one actor in the whole cluster, which lives without being called: somewhere as soon as
     * there is a member, and again after a failure or the end of its member. When a member has lost its lease, its singletons
     * end within 0.2 seconds. All members that may run it say this; the class is for nothing else.
     *
     * @param <A> the class
     * @param type the class itself; begins to act in {@code onStart} if it is virtual, in {@code onActivate} if it is durable
     * @param factory makes its object
     * @return a reference, which reaches it wherever it is
     * @throws IllegalArgumentException as of {@link #host(Class, ActorFactory)}
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors, or the system is closing
     * @throws IllegalStateException if the cluster has closed
     */
    public <A extends KeyedActor<A>> A singleton(Class<A> type, ActorFactory<? extends A> factory) {
        host(type, factory);
        singletons.keep(hosted.of(type));
        return singleton(type);
    }

    /**
     * The singleton of a class that other members run. Never waits.
     *
     * @param <A> the class
     * @param type of {@link #singleton(Class, ActorFactory)}
     * @return a reference, which reaches it wherever it is
     * @throws IllegalArgumentException if the process is alone and does not run it
     * @throws FencedException if the process is alone and the cluster has closed; calls of a member fail with it then
     */
    public <A extends KeyedActor<A>> A singleton(Class<A> type) {
        return actor(type, Singletons.KEY);
    }

    private void checkOpen(Class<?> type) {
        if (closed) {
            throw new IllegalStateException("a cluster must not have closed: type=" + HostedType.nameOf(type));
        }
    }

    /**
     * Actors without key and state, for work that any of them can do: always of this process, whatever others do, with or
     * without a lease. They are made when there is work, and dropped when they have been idle for ten minutes. A call goes to
     * one that has nothing to do, if there is one, else to one with the fewest calls. So calls are executed side by side, and
     * no order of them is promised.
     *
     * @param <A> the class
     * @param type the class itself, any class of actors
     * @param factory makes each
     * @param most 1 to 10,000
     * @return a reference to all of them, which cannot be watched or stopped; they end with the cluster
     * @throws IllegalArgumentException if the number is out of its range
     * @throws io.troupe.core.error.SpawnRefusedException if the class breaks a rule of actors, there are workers of a class of this
     *     simple name, or the system is closing
     * @throws IllegalStateException if the cluster has closed
     */
    public <A> A workers(Class<A> type, ActorFactory<? extends A> factory, int most) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(factory, "factory");
        synchronized (this) {
            checkOpen(type);
            return workers.of(type, factory, most);
        }
    }

    /**
     * The topic of a name, with queues and a policy of {@link TopicConfig#defaults}, see
     * {@link #topic(String, Class, TopicConfig)}.
     *
     * @param <T> type of the items
     * @param name for subscribers, 1 to 512 characters, without {@code ?}, control characters and halves of surrogate pairs
     * @param type of the items; must be able to travel
     * @return the topic
     * @throws IllegalArgumentException if the name or the type breaks its rule, or the topic has another type
     * @throws IllegalStateException if the cluster has closed
     */
    public <T> Topic<T> topic(String name, Class<T> type) {
        return topic(name, type, TopicConfig.defaults());
    }

    /**
     * The topic of a name: what any member publishes comes to the subscribers of all members that have the topic, at most once,
     * over the links in one copy per member. Items of one publisher come in order. Members that cannot keep up, or that join or
     * die, never slow the publisher down: its own subscribers may, by their policy. Gaps are told to subscribers as soon as
     * they are known, perhaps before items that wait; when the link to a member is lost, a gap of one is told, as nobody knows
     * how many. Needs neither a lease nor a database.
     *
     * <p>A member takes part from its first call of this method on. {@link Topic#close} ends that for this process, and so do
     * {@link #leave} and {@link #close}. {@link Topic#stats} counts what this process publishes; other members are subscribers
     * there.
     *
     * @param <T> type of the items
     * @param name for subscribers, 1 to 512 characters, without {@code ?}, control characters and halves of surrogate pairs
     * @param type of the items; must be able to travel
     * @param config queues and policy in this process; of the first call
     * @return the topic, the same object until it is closed
     * @throws IllegalArgumentException if the name or the type breaks its rule, or the topic has another type
     * @throws IllegalStateException if the cluster has closed
     */
    public <T> Topic<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        StateKey.check("topic", name);
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(config, "config");
        synchronized (this) {
            checkOpen(type);
            return topics.topic(name, type, config);
        }
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
     * {@return this process as a member; a process that is alone has all shards, and no address} Never waits.
     */
    public ClusterMember self() {
        return membership == null
                ? new ClusterMember("", system.name(), "", List.of(), "ACTIVE", StateKey.SHARDS)
                : membership.self();
    }

    /** {@return all living members that this one knows, by name} Never waits. */
    public List<ClusterMember> members() {
        return membership == null ? List.of(self()) : membership.members();
    }

    /**
     * {@return whether this process can serve its part, for the probes of an orchestrator} Never waits, and asks nobody: it
     * goes by what the process knows.
     */
    public ClusterHealth health() {
        CommitStats commits = committer.stats();
        boolean over;
        synchronized (this) {
            over = closed;
        }
        ClusterHealth known =
                membership == null ? new ClusterHealth(Status.UP, true, "", Duration.ZERO, 0) : membership.health();
        if (known.status() != Status.UP) {
            return known;
        }
        if (over) {
            return new ClusterHealth(Status.DOWN, true, "the cluster has closed", known.leaseLeft(), known.viewLag());
        }
        if (membership == null && commits.latest() == Outcome.REFUSED) {
            return new ClusterHealth(Status.DOWN, true, "another process writes to the store", Duration.ZERO, 0);
        }
        return commits.latest() == Outcome.UNKNOWN
                ? new ClusterHealth(Status.DEGRADED, true, commits.trouble(), known.leaseLeft(), known.viewLag())
                : known;
    }

    /** {@return what this process has and has done, for metrics} Never waits; the figures are of almost one moment. */
    public ClusterStats stats() {
        CommitStats commits = committer.stats();
        Map<String, Integer> activations = new HashMap<>();
        hosted.all()
                .forEach(type ->
                        activations.put(type.name(), type.actors().stats().active()));
        return new ClusterStats(
                membership == null ? 0 : membership.view(),
                self().shards(),
                membership == null ? 0 : membership.shardsInMotion(),
                membership == null ? 0 : membership.suspects(),
                Map.copyOf(activations),
                commits.commits(),
                commits.stored(),
                commits.rows(),
                commits.refused(),
                commits.failed(),
                Duration.ofNanos(commits.nanos()),
                Duration.ofNanos(commits.latestNanos()),
                committer.waiting(),
                committer.waitingBytes(),
                membership == null ? 0 : membership.router().callsMoved(),
                membership == null ? 0 : membership.router().waitingBytes());
    }

    /**
     * {@return fulfilled with the reason when this member has ended: it has left, or others have taken over as it was silent for longer than its lease}
     * It serves and calls nothing afterwards; a process that goes on needs another system. Of a process that is alone it is
     * never fulfilled.
     */
    public Promise<String> ended() {
        return membership == null ? new CompletablePromise<>() : membership.ended();
    }

    /**
     * Gives all actors to other members, one part after the other: calls wait meanwhile and go on there. Then the member is
     * gone, and {@link #close} has little to do. Waits. Nothing happens to a process that is alone.
     *
     * @param limit after which the others take over what is left, as from a dead member
     */
    public void leave(Duration limit) {
        leaveMembers(Objects.requireNonNull(limit, "limit"));
    }

    /** Waits until the registry has the member, or closes. */
    void awaitJoined(Duration limit) {
        boolean done = false;
        try {
            Objects.requireNonNull(membership, "membership").start().await(limit);
            done = true;
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "a member must be able to join, with a name that no other living member has: name="
                            + config.member().name() + ", waited=" + limit,
                    e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /** For tests: as if the network of a member had failed. */
    void vanish() {
        if (membership != null) {
            membership.vanish();
        }
    }

    private void leaveMembers(Duration limit) {
        topics.close();
        if (membership != null) {
            membership.leave(limit);
        }
    }

    /**
     * Ends the cluster: a member leaves, effects and reminders wait for the next one, its actors end after their present call,
     * then what was updated is stored, then the store is given back. Calls that wait fail. Waits up to 30 seconds for the
     * actors, and before as long as leaving may take. A second call changes nothing.
     */
    @Override
    public void close() {
        leaveMembers(config.member().times().drain());
        closeCouriers();
        List<Promise<Void>> ends = new ArrayList<>();
        synchronized (this) {
            closed = true;
            hosted.all().forEach(type -> ends.add(type.actors().stop()));
            ends.addAll(workers.stop());
        }
        try {
            Promise.allSettled(ends).await(CLOSE_LIMIT);
        } finally {
            closeStore();
        }
    }

    private void closeCouriers() {
        singletons.close();
        effects.close();
        reminders.close();
        expiry.close();
    }

    private void closeStore() {
        boolean first;
        synchronized (this) {
            closed = true;
            first = !over;
            over = true;
        }
        closeCouriers();
        readers.close();
        committer.close();
        store.close();
        if (membership != null) {
            membership.close();
        }
        if (first) {
            TAKEN.remove(system);
        }
    }

    @Override
    public String toString() {
        return "Cluster[" + system.name() + "]";
    }
}
