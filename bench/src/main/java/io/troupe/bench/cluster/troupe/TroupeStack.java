// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.troupe;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.cluster.stack.Site;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.ClusterMember;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.DirectoryOptions;
import java.time.Duration;
import java.util.List;

/** Members of a cluster of this project. Everything is as it comes, but nobody waits for others to join, and no key is put to sleep. */
public final class TroupeStack implements Stack {
    private static final int SHARDS = 4096;
    /** Of the mean share: what the plan gives to everybody. */
    private static final double FAIR = 0.8;

    private static final DirectoryOptions AWAKE =
            DirectoryOptions.defaults().maxActive(Integer.MAX_VALUE).passivateAfter(Duration.ofDays(1));

    /** Makes the stack. */
    public TroupeStack() {}

    @Override
    public String name() {
        return "troupe";
    }

    @Override
    public void prepare(Store store) {
        if (!store.isFile()) {
            Cluster.createSchema(store.dataSource());
        }
    }

    @Override
    public Node join(Site site) {
        ActorSystem system = ActorSystem.builder()
                .name("process-" + ProcessHandle.current().pid())
                .askTimeout(site.deadline())
                .start();
        ClusterConfig config = site.store().isFile()
                ? ClusterConfig.file(site.store().path())
                : ClusterConfig.database(site.store().dataSource());
        Cluster cluster =
                Cluster.join(system, config.listen("tcp://127.0.0.1:0").joinDelay(Duration.ZERO));
        if (site.hosting()) {
            cluster.host(Parrot.class, Parrot::new, AWAKE);
            cluster.host(Holder.class, Holder::new, AWAKE);
            Runtime.getRuntime().addShutdownHook(new Thread(system::close)); // gives its keys away
        }
        return new ActorNode(cluster, system.spawn(Caller.class, () -> new Caller(cluster)));
    }

    private record ActorNode(Cluster cluster, Caller caller) implements Node {
        @Override
        public boolean isSettled(int members) {
            List<ClusterMember> owners = cluster.members().stream()
                    .filter(member -> member.shards() > 0)
                    .toList();
            return owners.size() == members
                    && owners.stream()
                            .allMatch(owner ->
                                    owner.status().equals("ACTIVE") && owner.shards() >= FAIR * SHARDS / members)
                    && owners.stream().mapToInt(ClusterMember::shards).sum() == SHARDS;
        }

        @Override
        public String seen() {
            return cluster.members().toString();
        }

        @Override
        public void echo(String key, byte[] payload, Answer answer) {
            caller.echo(key, payload, answer);
        }

        @Override
        public void update(String key, byte[] value, Answer answer) {
            caller.update(key, value, answer);
        }

        @Override
        public void read(String key, Answer answer) {
            caller.read(key, answer);
        }
    }
}
