// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.CallCodecs;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.KeyedActor;
import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.peer.PeerListener;
import io.troupe.cluster.peer.RouteReader;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.route.RouteView;
import io.troupe.cluster.route.Router;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.topic.TopicSource;
import io.troupe.remoting.value.TypeSerializers;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Calls the actors of a cluster from a process that is no member: it hosts nothing, and needs no database. It knows a few
 * addresses, learns from any member who the others are and which keys they own, and calls the owners directly. It goes on when
 * members join, leave and die, whichever it has learnt from. Made by {@link Cluster#client(ActorSystem, List)}; closed by the
 * application, or with the system. Any thread.
 *
 * <pre>{@code
 * try (ClusterClient client = Cluster.client(system, List.of("tls://10.0.0.5:7400", "tls://10.0.0.6:7400"))) {
 *     client.actor(Account.class, "4711").deposit(500).then(balance -> …);
 * }
 * }</pre>
 *
 * <p>Calls behave as those of a member do: those of one caller for one key stay in order, one with a {@link
 * io.troupe.cluster.actor.CallId} may be repeated and is done once, and one that was under way when its owner died fails with
 * {@link io.troupe.core.error.LinkLostException}. While nobody can be reached calls wait until their deadline.
 */
public final class ClusterClient implements AutoCloseable {
    /** Bytes of calls that may wait for owners. */
    private static final long CALL_MEMORY = 64L << 20;

    /** For names of threads and lanes, so that two clients of a process share no link. */
    private static final AtomicInteger CLIENTS = new AtomicInteger();

    private final String name;
    private final Remoting remoting;
    private final AtomicReference<@Nullable ClusterClient> open;
    private final TypeSerializers serializers = new TypeSerializers(new StoredNames());
    private final CallCodecs codecs = new CallCodecs(serializers, HostedType::nameOf);
    private final Router router;
    private final PeerLinks peers;
    private final RouteReader reader;
    private final ClientTopics topics;
    private final CompletablePromise<Void> learnt = new CompletablePromise<>();

    /** For views that are published, so that they come in their order. */
    private final Object publishing = new Object();

    // ---- guarded by this
    private long view;
    private long[] owners = new long[Shards.COUNT];
    private Map<Long, MemberRow> members = new HashMap<>();

    private ClusterClient(
            ActorSystem system,
            Remoting remoting,
            List<String> addresses,
            AtomicReference<@Nullable ClusterClient> open) {
        this.name = system.name() + "-client-" + CLIENTS.incrementAndGet();
        this.remoting = remoting;
        this.open = open;
        this.router = new Router(
                system.host(),
                remoting.keyedLinks(),
                new RouteView(0, RouteView.NOBODY, owners, new BitSet(), Map.of()),
                CALL_MEMORY);
        this.peers = new PeerLinks(name, remoting, RouteView.NOBODY, new Follower());
        this.reader = new RouteReader(name + "-routes", remoting, addresses, peers::links, this::learn);
        this.topics = new ClientTopics(name, system, remoting, peers::links);
    }

    /** See {@link Cluster#client(ActorSystem, List, ClientConfig)}. */
    static ClusterClient of(ActorSystem system, List<String> addresses, ClientConfig config) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(config, "config");
        if (addresses == null || addresses.isEmpty()) {
            throw new IllegalArgumentException("a client must know the address of a member: addresses=" + addresses);
        }
        addresses.forEach(address -> Address.parse(Objects.requireNonNull(address, "address")));
        Remoting remoting = config.links() == null ? Remoting.on(system) : Remoting.on(system, config.links());
        AtomicReference<@Nullable ClusterClient> open = new AtomicReference<>();
        system.onClose(ShutdownPhase.BEFORE_ACTORS, "cluster client", () -> {
            ClusterClient left = open.get();
            if (left != null) {
                left.close();
            }
            return Promise.done();
        });
        ClusterClient made = new ClusterClient(system, remoting, List.copyOf(addresses), open);
        open.set(made);
        boolean done = false;
        try {
            made.awaitMembers(addresses, config);
            done = true;
            return made;
        } finally {
            if (!done) {
                made.close();
            }
        }
    }

    private void awaitMembers(List<String> addresses, ClientConfig config) {
        reader.start();
        try {
            learnt.await(config.within());
        } catch (CallTimeoutException e) {
            throw new LinkRefusedException(
                    "one of the addresses must be that of a member that answers: addresses=" + addresses + ", waited="
                            + config.within() + ", causes=" + reader.causes(),
                    e);
        }
    }

    /**
     * Lends the rights to make records of a module that does not open their package to {@code io.troupe.remoting}. Before
     * the classes that need it are called.
     *
     * @param lookup made with {@code MethodHandles.lookup()} in that module
     */
    public void lookup(MethodHandles.Lookup lookup) {
        Objects.requireNonNull(lookup, "lookup");
        serializers.lookup(lookup);
        remoting.types().lookup(lookup);
    }

    /**
     * The actor of a key. Never waits.
     *
     * @param <A> the class
     * @param type that members host; with the same name, and with the methods that are called
     * @param key 1 to 512 characters, any but control characters and halves of surrogate pairs
     * @return the reference, which takes calls at once and stays valid until the client closes
     * @throws IllegalArgumentException if it is no class of actors by key, the key breaks the rule, or methods of the class cannot be called over links
     */
    public <A extends KeyedActor<A>> A actor(Class<A> type, String key) {
        HostedType.check(type);
        if (DurableActor.class.isAssignableFrom(type)) {
            router.know(codecs.of(type));
        }
        return router.reference(type, HostedType.nameOf(type), key);
    }

    /**
     * The actor of a class of which there is one in the whole cluster. Never waits.
     *
     * @param <A> the class
     * @param type for which members have called {@link Cluster#singleton(Class, io.troupe.core.actor.ActorFactory)}
     * @return a reference, which reaches it wherever it is
     * @throws IllegalArgumentException if methods of the class cannot be called over links
     */
    public <A extends KeyedActor<A>> A singleton(Class<A> type) {
        return actor(type, Singletons.KEY);
    }

    /**
     * A topic of the cluster with queues and a policy of {@link TopicConfig#defaults}, see {@link #topic(String, Class, TopicConfig)}.
     *
     * @param <T> type of the items
     * @param name of the topic, 1 to 512 characters, without {@code ?}, control characters and halves of surrogate pairs
     * @param type of the items; must be able to travel
     * @return where to subscribe
     * @throws IllegalArgumentException if the name or the type breaks its rule, or the topic has another type
     * @throws IllegalStateException if the client has closed
     */
    public <T> TopicSource<T> topic(String name, Class<T> type) {
        return topic(name, type, TopicConfig.defaults());
    }

    /**
     * A topic of the cluster: what members publish comes to the subscribers of this process, at most once, in one copy per
     * publishing member. Items of one publisher come in order. A client that cannot keep up never slows a publisher down. Gaps are told to
     * subscribers as soon as they are known, perhaps before items that wait; when the link to a member is lost, a gap of one is
     * told, as nobody knows how many. Never waits.
     *
     * <p>Items come from a moment after the first call of this method on, and from members that make the topic later. {@link
     * TopicSource#close} ends that, and so does {@link #close}. A client does not publish: it calls an actor that does.
     *
     * @param <T> type of the items
     * @param name of the topic, 1 to 512 characters, without {@code ?}, control characters and halves of surrogate pairs
     * @param type of the items; must be able to travel
     * @param config queues and policy in this process; of the first call
     * @return where to subscribe, the same object until it is closed
     * @throws IllegalArgumentException if the name or the type breaks its rule, or the topic has another type
     * @throws IllegalStateException if the client has closed
     */
    public <T> TopicSource<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        StateKey.check("topic", name);
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(config, "config");
        synchronized (topics) { // none is made while the client closes
            if (open.get() == null) {
                throw new IllegalStateException("a client must be open to subscribe to a topic: client=" + this.name);
            }
            return topics.topic(name, type, config);
        }
    }

    /** {@return all living members that this client knows, by name} Never waits. */
    public List<ClusterMember> members() {
        synchronized (this) {
            return ClusterMember.living(members.values(), owners);
        }
    }

    /** On the thread of the reader. */
    private void learn(RegistryDelta all) {
        List<MemberRow> rows = new ArrayList<>(all.members());
        Map<Long, MemberRow> next = new HashMap<>();
        rows.forEach(row -> next.put(row.id(), row));
        synchronized (this) {
            members.values().stream()
                    .filter(row -> !next.containsKey(row.id()))
                    .forEach(row -> rows.add(new MemberRow(row.info(), MemberStatus.GONE, false, all.view())));
            members = next;
            owners = new long[Shards.COUNT];
            all.shards().forEach(row -> owners[row.no()] = row.owner());
            view = all.view();
        }
        rows.stream().filter(row -> !row.status().isLiving()).forEach(row -> router.forget(row.id()));
        if (rows.stream().anyMatch(row -> row.status() == MemberStatus.ACTIVE)) {
            router.hostSeen();
        }
        peers.follow(rows);
        publish();
        learnt.complete();
    }

    private void publish() {
        synchronized (publishing) {
            RouteView next;
            synchronized (this) {
                next = new RouteView(view, RouteView.NOBODY, owners, new BitSet(), peers.links());
            }
            router.view(next);
        }
    }

    private final class Follower implements PeerListener {
        @Override
        public void linksChanged() {
            publish();
            topics.follow();
        }

        /** Members bury it, and say so. */
        @Override
        public void proved(long member) {
            reader.wake(0);
        }

        @Override
        public void heard(long member, long number, Set<Long> unreachable, Set<String> hosted) {
            MemberRow row;
            boolean news;
            synchronized (ClusterClient.this) {
                row = members.get(member);
                news = number > view;
            }
            router.hosts(
                    member, row == null ? MemberInfo.idText(member) : row.info().name(), hosted);
            if (news) {
                reader.wake(member);
            }
            topics.follow();
        }
    }

    /** Ends its links and subscriptions. Calls that wait fail, and later ones. Does not wait; a second call changes nothing. */
    @Override
    public void close() {
        synchronized (topics) {
            open.set(null);
        }
        topics.close();
        reader.close();
        router.end(new FencedException("a client that has closed calls nothing: client=" + name));
        router.close();
        peers.close();
    }

    @Override
    public String toString() {
        return "ClusterClient[" + name + "]";
    }
}
