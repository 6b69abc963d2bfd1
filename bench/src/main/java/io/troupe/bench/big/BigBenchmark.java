// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.big;

import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Peers;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Everybody with everybody; per message. */
@OperationsPerInvocation(Crowd.MESSAGES)
public class BigBenchmark extends PerMessage {
    /** Generated calls, each dispatcher. */
    @Benchmark
    public long troupe(Troupe.Any state) {
        return state.run(BigBenchmark::onTroupe);
    }

    /** Hand-written messages. */
    @Benchmark
    public long pekko(Peers.Pekko state) {
        return state.run(BigBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long executor(Peers.Executor state) {
        return state.run(BigBenchmark::onPeer);
    }

    /** Hand-written actors. */
    @Benchmark
    public long forkJoin(Peers.ForkJoin state) {
        return state.run(BigBenchmark::onPeer);
    }

    /** From Java 21 on. */
    @Benchmark
    public long virtualThreads(Peers.VirtualThread state) {
        return state.run(BigBenchmark::onPeer);
    }

    private static Workload onTroupe(ActorSystem system) {
        Parts parts = new Parts(Crowd.MEMBERS);
        Member[] members = new Member[Crowd.MEMBERS];
        for (int i = 0; i < members.length; i++) {
            int seed = i;
            members[i] = system.spawn(Member.class, () -> new Member(parts, seed));
        }
        for (Member member : members) {
            member.meet(members);
        }
        return () -> {
            for (Member member : members) {
                member.begin();
            }
            return parts.await(Crowd.MESSAGES);
        };
    }

    private static Workload onPeer(Peer peer) {
        Parts parts = new Parts(Crowd.MEMBERS);
        List<Recipient<PeerMember.Message>> members = new ArrayList<>();
        for (int i = 0; i < Crowd.MEMBERS; i++) {
            members.add(peer.spawn(new PeerMember(parts, members, i)));
        }
        return () -> {
            members.forEach(member -> member.tell(new PeerMember.Begin()));
            return parts.await(Crowd.MESSAGES);
        };
    }
}
