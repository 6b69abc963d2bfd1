// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Candidate;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.ActorSystem;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.testkit.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Members in one process, with a registry and a store in memory. */
final class MembersFixture implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);

    final MemoryStore store = new MemoryStore();
    private final Duration lease;
    final MemoryRegistry registry;
    private final List<Node> nodes = new ArrayList<>();
    private final Set<String> cutOff = ConcurrentHashMap.newKeySet();
    private final Map<String, Runnable> steps = new ConcurrentHashMap<>();
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger failedLoads = new AtomicInteger();
    private final Set<String> withoutStates = ConcurrentHashMap.newKeySet();

    MembersFixture() {
        this(Duration.ofSeconds(10));
    }

    MembersFixture(Duration lease) {
        this.lease = lease;
        this.registry = new MemoryRegistry(Clock.system(), lease);
    }

    /** One of them. */
    record Node(String name, ActorSystem system, Cluster cluster) {
        Purse purse(String key) {
            return cluster.actor(Purse.class, key);
        }
    }

    Node join(String name) {
        ActorSystem system = ActorSystem.start(name);
        return join(name, system, "tcp://127.0.0.1:0", Remoting.on(system), config -> config);
    }

    /** With certificates. */
    Node hostSecurely(String name, RemotingConfig links, UnaryOperator<ClusterConfig> more) {
        ActorSystem system = ActorSystem.start(name);
        Node node = join(name, system, "tls://127.0.0.1:0", Remoting.on(system, links), more);
        node.cluster.host(Purse.class, Purse::new);
        return node;
    }

    /** With all that can be said. */
    Node join(String name, ActorSystem system, String listen, Remoting remoting, UnaryOperator<ClusterConfig> more) {
        Cluster cluster = ClusterEntry.join(
                system,
                more.apply(ClusterConfig.file(Path.of("unused"))
                        .listen(listen)
                        .name(name)
                        .lease(lease)
                        .joinDelay(Duration.ZERO)),
                remoting,
                registryOf(name),
                new AwayStore(name, store.member()));
        Node node = new Node(name, system, cluster);
        nodes.add(node);
        return node;
    }

    /** As if the network between a member and the registry had failed. */
    void cutOff(Node node) {
        cutOff.add(node.name);
    }

    /** Its network fails until it is dead; a link that is just being made is cut as well. */
    void vanish(Node node) {
        Await.until(node.name + " is dead", LIMIT, () -> {
            node.cluster.vanish();
            return node.cluster.ended().isSettled();
        });
    }

    /** As if the database were down for members, with the registry and the states. */
    void shutDown(Node... nodesOf) {
        for (Node node : nodesOf) {
            cutOff(node);
            withoutStates.add(node.name);
        }
    }

    /** As if it had started again. */
    void startAgain() {
        withoutStates.clear();
        cutOff.clear();
    }

    /** How often a state was to be read. */
    int loads() {
        return loads.get();
    }

    /** How often a state, or what is remembered of calls, could not be read. */
    int failedLoads() {
        return failedLoads.get();
    }

    /** Lets something happen before each call of a method of the registry, in the thread of the member. */
    void before(String method, Runnable step) {
        steps.put(method, step);
    }

    private Registry registryOf(String member) {
        return failing(Registry.class, registry, RegistryException.class, method -> {
            steps.getOrDefault(method, () -> {}).run();
            return cutOff.contains(member) ? new RegistryException("cut off: member=" + member, null) : null;
        });
    }

    /** A port that fails by a name of a method whenever there is a failure. */
    private static <T> T failing(
            Class<T> port, T target, Class<?> declared, Function<String, ? extends @Nullable Exception> failures) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                    boolean mayFail = List.of(method.getExceptionTypes()).contains(declared);
                    Exception failure = mayFail ? failures.apply(method.getName()) : null;
                    if (failure != null) {
                        throw failure;
                    }
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** That of a member. */
    private final class AwayStore implements MemberStore {
        private final String member;
        private final MemberStore there;
        private final StateStore states;

        AwayStore(String member, MemberStore there) {
            this.member = member;
            this.there = there;
            this.states = failing(StateStore.class, there.store(), StoreException.class, this::failure);
        }

        private @Nullable StoreException failure(String method) {
            int load = method.equals("load") ? 1 : 0;
            loads.addAndGet(load);
            if (!withoutStates.contains(member)) {
                return null;
            }
            failedLoads.addAndGet(method.equals("calls") ? 1 : load);
            return new StoreException("the database is down", new IllegalStateException("scripted"));
        }

        @Override
        public StateStore store() {
            return states;
        }

        @Override
        public BitSet admit(Collection<ShardRow> rows) throws StoreException {
            return there.admit(rows);
        }

        @Override
        public void dismiss(BitSet shards) {
            there.dismiss(shards);
        }
    }

    Node host(String name) {
        Node node = join(name);
        node.cluster.host(Purse.class, Purse::new);
        return node;
    }

    /** Effects that are stored and not answered. */
    int effects() {
        return store.effects(0, 10_000).size();
    }

    /** Waits until these serve all keys, each exactly its share: nothing moves any more. */
    void awaitShared(Node... members) {
        long[] owners = CappedRendezvous.owners(
                Stream.of(members).map(node -> new Candidate(id(node), 1)).toList());
        Await.until("all keys are served", LIMIT, () -> Stream.of(members).allMatch(node -> {
            long id = id(node);
            long share = LongStream.of(owners).filter(owner -> owner == id).count();
            return node.cluster.self().shards() == share;
        }));
    }

    private static long id(Node node) {
        return Long.parseUnsignedLong(node.cluster.self().id(), 16);
    }

    @Override
    public void close() {
        startAgain();
        nodes.forEach(node -> node.system.close());
    }
}
