// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.pekko;

import io.troupe.bench.cluster.pekko.Note.Request;
import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Node;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ShardRegion.ClusterShardingStats;
import org.apache.pekko.cluster.sharding.ShardRegion.ShardRegionStats;
import org.apache.pekko.cluster.sharding.typed.ClusterShardingQuery;
import org.apache.pekko.cluster.sharding.typed.GetClusterShardingStats;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;
import scala.jdk.javaapi.CollectionConverters;

/** This process in a cluster of Pekko. */
record EntityNode(
        ActorSystem<?> system,
        ActorRef<Request> parrots,
        ActorRef<Request> holders,
        Calls calls,
        ActorRef<Note.Reply> replies)
        implements Node {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final double FAIR = 0.8;

    @Override
    public String address() {
        return Cluster.get(system).selfMember().address().toString();
    }

    /** All are up, and if shards were given out already, which the first calls do, everybody has a share of them. */
    @Override
    public boolean isSettled(int members) {
        long up = StreamSupport.stream(Cluster.get(system).state().getMembers().spliterator(), false)
                .filter(member -> member.status().equals(MemberStatus.up()) && member.hasRole("host"))
                .count();
        if (up != members) {
            return false;
        }
        Collection<ShardRegionStats> regions = regions().values();
        int shards = regions.stream().mapToInt(EntityNode::shards).sum();
        return shards == 0
                || (regions.size() == members
                        && regions.stream().allMatch(region -> shards(region) >= Math.floor(FAIR * shards / members)));
    }

    @Override
    public String seen() {
        return Cluster.get(system).state() + " " + regions();
    }

    private Map<?, ShardRegionStats> regions() {
        ActorRef<ClusterShardingQuery> state = ClusterSharding.get(system).shardState();
        ClusterShardingStats stats = AskPattern.<ClusterShardingQuery, ClusterShardingStats>ask(
                        state,
                        replyTo -> new GetClusterShardingStats(
                                EntityTypeKey.create(Request.class, "holder"), LIMIT, replyTo),
                        LIMIT.plus(LIMIT),
                        system.scheduler())
                .toCompletableFuture()
                .join();
        return CollectionConverters.asJava(stats.regions());
    }

    private static int shards(ShardRegionStats region) {
        return region.stats().size();
    }

    @Override
    public void echo(String key, byte[] payload, Answer answer) {
        parrots.tell(new Note.Echo(key, calls.add(answer), replies, payload));
    }

    @Override
    public void update(String key, byte[] value, Answer answer) {
        holders.tell(new Note.Update(key, calls.add(answer), replies, value));
    }

    @Override
    public void read(String key, Answer answer) {
        holders.tell(new Note.Read(key, calls.add(answer), replies));
    }
}
