// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.chatty;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Extras;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The groups and what is said in them. */
@State(Scope.Benchmark)
public class Groups {
    /** Words of all groups per batch. */
    static final int MESSAGES = 640_000;

    /** Number of groups. */
    @Param("64")
    public int groups = 64;

    /** Actors of a group. */
    @Param("8")
    public int size = 8;

    /** Talks in a group at the same time. */
    @Param("2")
    public int talks = 2;

    private final List<Ear> ears = new ArrayList<>();
    private long heardBefore;
    private long nearBefore;

    @SuppressWarnings("NullAway.Init") // set in check()
    private Parts parts;

    /** Made by JMH. */
    public Groups() {}

    /** Words must be divisible. */
    @Setup(Level.Trial)
    public void check() {
        if (groups < 1 || size < 1 || talks < 1 || MESSAGES % (groups * talks) != 0) {
            throw new IllegalArgumentException(
                    "groups times talks must divide " + MESSAGES + ": groups=" + groups + ", talks=" + talks);
        }
        parts = new Parts(groups * talks);
    }

    /** How much stayed on its thread since the last iteration. */
    @TearDown(Level.Iteration)
    public void listen() {
        long heard = ears.stream().mapToLong(Ear::heard).sum();
        long near = ears.stream().mapToLong(Ear::near).sum();
        if (Extras.wanted()) {
            Extras.average("sameThread", "% of messages", 100.0 * (near - nearBefore) / (heard - heardBefore));
        }
        heardBefore = heard;
        nearBefore = near;
    }

    /** Whole groups on a worker. */
    Workload byHand(ActorSystem system) {
        return onTroupe(system, (group, member) -> group % Batch.WORKERS);
    }

    /** Neighbours in a group on different workers. */
    Workload spread(ActorSystem system) {
        return onTroupe(system, (group, member) -> member % Batch.WORKERS);
    }

    private Workload onTroupe(ActorSystem system, IntBinaryOperator worker) {
        List<Talker> first = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            Talker[] members = new Talker[size];
            for (int member = 0; member < size; member++) {
                Ear ear = ear();
                members[member] =
                        system.spawn(Talker.class, () -> new Talker(ear), Troupe.on(worker.applyAsInt(group, member)));
            }
            for (Talker member : members) {
                member.meet(members);
            }
            for (int talk = 0; talk < talks; talk++) {
                first.add(members[talk % size]);
            }
        }
        return () -> {
            first.forEach(talker -> talker.talk(words() - 1, Thread.currentThread()));
            return parts.await(MESSAGES);
        };
    }

    Workload onPeer(Peer peer) {
        List<Recipient<Word>> first = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            List<Recipient<Word>> members = new ArrayList<>();
            for (int member = 0; member < size; member++) {
                Ear ear = ear();
                members.add(peer.spawn((word, self) -> pass(ear, word, members)));
            }
            for (int talk = 0; talk < talks; talk++) {
                first.add(members.get(talk % size));
            }
        }
        return () -> {
            first.forEach(talker -> talker.tell(new Word(words() - 1, Thread.currentThread())));
            return parts.await(MESSAGES);
        };
    }

    private static void pass(Ear ear, Word word, List<Recipient<Word>> group) {
        int next = ear.heard(word.left(), word.from());
        if (next >= 0) {
            group.get(next).tell(new Word(word.left() - 1, Thread.currentThread()));
        }
    }

    private Ear ear() {
        Ear ear = new Ear(parts, size, words(), ears.size());
        ears.add(ear);
        return ear;
    }

    private int words() {
        return MESSAGES / (groups * talks);
    }

    /** What peers send. */
    record Word(int left, Thread from) {}
}
