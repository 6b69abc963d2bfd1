// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.memory.MemberMemory;
import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryProvider;
import io.troupe.cluster.sql.ConnectionSource;
import io.troupe.cluster.sql.ShardFence;
import io.troupe.cluster.sql.SqlRegistry;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.StoreException;
import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listener;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** How a process becomes a member: opens what it needs, in an order in which all can be closed again. */
final class ClusterEntry {
    private static final Duration REGISTRY_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration BIND_LIMIT = Duration.ofSeconds(10);

    /** A registry that is busy may need several attempts, however short the lease is. */
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);

    /** Ids of the remotings of systems that have joined. */
    private static final Set<String> JOINED = ConcurrentHashMap.newKeySet();

    private ClusterEntry() {}

    static Cluster join(ActorSystem system, ClusterConfig config) {
        ConnectionSource source = Objects.requireNonNull(Cluster.source(config), "checked");
        MemberConfig member = config.member();
        RemotingConfig links = member.links();
        Remoting remoting = links == null ? Remoting.on(system) : Remoting.on(system, links);
        if (!JOINED.add(remoting.id())) {
            throw new IllegalStateException(
                    "a system must join members once, as the id of a member is never used again; start another system: system="
                            + system.name());
        }
        try {
            Registry registry = member.registry() == null
                    ? SqlRegistry.open(source, member.times().lease())
                    : RegistryProvider.find(member.registry(), member.times().lease(), REGISTRY_TIMEOUT);
            return join(system, config, remoting, registry, ShardFence.open(source, PeerLinks.idOf(remoting.id())));
        } catch (StoreException e) {
            throw new StoreUnavailableException(Objects.toString(e.getMessage()), false, e);
        }
    }

    /** A member of the same name that is dead may have a lease, and then the others look. */
    private static Duration patience(Duration lease) {
        Duration twice = lease.multipliedBy(2);
        return twice.compareTo(JOIN_LIMIT) > 0 ? twice : JOIN_LIMIT;
    }

    /** With what members of one process share. */
    static Cluster join(ActorSystem system, ClusterConfig config, MemberMemory memory) {
        RemotingConfig links = config.member().links();
        Remoting remoting = links == null ? Remoting.on(system) : Remoting.on(system, links);
        return join(system, config, remoting, memory.registry(), memory.store());
    }

    /** With a registry and a store that are open, and are closed with the cluster. */
    static Cluster join(
            ActorSystem system, ClusterConfig config, Remoting remoting, Registry registry, MemberStore store) {
        MemberConfig member = config.member();
        Listener listener = remoting.listen(Objects.requireNonNull(member.listen(), "listen"))
                .await(BIND_LIMIT);
        boolean done = false;
        try {
            String address = listener.address().toString();
            MemberInfo info = new MemberInfo(
                    PeerLinks.idOf(remoting.id()),
                    member.name().isEmpty() ? address : member.name(),
                    address,
                    listener.address().scheme() == Address.Scheme.TLS
                            ? PeerLinks.fingerprintOf(remoting.certificate())
                            : "",
                    member.version(),
                    member.roles(),
                    1);
            Cluster cluster = Cluster.member(
                    system,
                    store.store(),
                    config,
                    hosted ->
                            new Membership(system, remoting, info, store, registry, listener, member.times(), hosted));
            done = true;
            cluster.awaitJoined(patience(member.times().lease()));
            return cluster;
        } finally {
            if (!done) {
                listener.close();
                registry.close();
                store.store().close();
            }
        }
    }
}
