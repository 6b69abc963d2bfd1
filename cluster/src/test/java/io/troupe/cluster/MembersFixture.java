// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.shard.Candidate;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.store.MemoryStore;
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
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Members in one process, with a registry and a store in memory. */
final class MembersFixture implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);

    final MemoryStore store = new MemoryStore();
    private final Duration lease;
    final MemoryRegistry registry;
    private final List<Node> nodes = new ArrayList<>();
    private final Set<String> cutOff = ConcurrentHashMap.newKeySet();

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
                store.member());
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

    private Registry registryOf(String member) {
        return (Registry) Proxy.newProxyInstance(
                Registry.class.getClassLoader(), new Class<?>[] {Registry.class}, (proxy, method, arguments) -> {
                    if (cutOff.contains(member)
                            && List.of(method.getExceptionTypes()).contains(RegistryException.class)) {
                        throw new RegistryException("cut off: member=" + member, null);
                    }
                    try {
                        return method.invoke(registry, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
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
        cutOff.clear();
        nodes.forEach(node -> node.system.close());
    }
}
