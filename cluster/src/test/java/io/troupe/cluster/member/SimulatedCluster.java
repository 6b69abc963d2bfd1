// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.ClusterTimes;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Candidate;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.shard.Shards;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Loops of members by the thousand beside one database that takes a time for each statement, in simulated time: the same seed, the same
 * counts. A member that is killed is proved dead by some of those that have links to it; all others are told.
 */
final class SimulatedCluster {
    /** Those of a cluster unless it is told others. */
    static final MemberTimes TIMES = MemberTimes.of(
            ClusterTimes.defaults().lease(), ClusterTimes.defaults().joinDelay());

    private static final int MANY = 100;
    /** Members that prove a death: all have a link, and the others have been told before they look. */
    private static final int FIRST = 8;

    private static final long BEAT = Duration.ofSeconds(2).toNanos();
    private static final long LATENCY = Duration.ofMillis(1).toNanos();
    private static final int MEMBER_BYTES = 160;
    private static final int SHARD_BYTES = 28;

    private final Random random;
    private final long service;
    private final MemberTimes times;
    private final ManualClock databaseClock = new ManualClock();
    private final MemoryRegistry rows;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final Map<List<Candidate>, long[]> placements = new LinkedHashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private long now;
    private long eventNumber;
    private long databaseFree;

    /** Shards that nobody serves, or two. */
    private final int[] servers = new int[Shards.COUNT];

    private int unserved = Shards.COUNT;

    /** Fewer members place no shards while a large cluster begins. */
    private int fewest;

    private long statements;
    private long bytesRead;
    private long moves;

    /**
     * Without members.
     *
     * @param statementsPerSecond that the database carries out, one after the other
     */
    SimulatedCluster(long seed, int statementsPerSecond) {
        this(seed, statementsPerSecond, TIMES);
    }

    SimulatedCluster(long seed, int statementsPerSecond, MemberTimes times) {
        this.random = new Random(seed);
        this.service = Duration.ofSeconds(1).toNanos() / statementsPerSecond;
        this.times = times;
        this.rows = new MemoryRegistry(databaseClock, times.lease());
    }

    private record Event(long at, long number, Runnable action) {}

    private void at(long time, Runnable action) {
        events.add(new Event(time, eventNumber++, action));
    }

    // ---- what a study does -----------------------------------------------------------------------------------------

    /** Members that join together, and wait until each shard is served. */
    void begin(int members) {
        fewest = members >= MANY ? members : 0;
        for (int i = 0; i < members; i++) {
            join();
        }
        untilServed();
        fewest = 0;
        pass(Duration.ofSeconds(20));
    }

    Node join() {
        Node node = new Node("member-" + nodes.size());
        nodes.add(node);
        at(now + (long) (random.nextDouble() * BEAT), node::beat);
        return node;
    }

    /** They are gone at once. */
    void kill(List<Node> some) {
        some.forEach(node -> node.live = false);
        for (Node dead : some) {
            dead.serves.stream().forEach(shard -> served(shard, -1));
            dead.serves.clear();
            for (Node first : firstToLook()) {
                long noticed = now + Duration.ofMillis(5 + random.nextInt(20)).toNanos();
                at(noticed, () -> first.proveDead(dead));
            }
        }
    }

    void leave(Node node) {
        node.act(() -> node.loop.leave());
    }

    void pass(Duration time) {
        run(now + time.toNanos());
    }

    /** The time until each shard is served. */
    Duration untilServed() {
        long begun = now;
        while (unserved > 0) {
            Event next = events.remove();
            now = Math.max(now, next.at());
            next.action().run();
        }
        return Duration.ofNanos(now - begun);
    }

    /** The time until the owners are the wanted ones: nothing moves for ten seconds. */
    Duration untilSettled() {
        long begun = now;
        long known = -1;
        while (known != moves) {
            known = moves;
            pass(Duration.ofSeconds(10));
        }
        return Duration.ofNanos(now - begun - Duration.ofSeconds(10).toNanos());
    }

    private void run(long end) {
        while (!events.isEmpty() && events.element().at() <= end) {
            Event next = events.remove();
            now = Math.max(now, next.at());
            next.action().run();
        }
        now = Math.max(now, end);
    }

    // ---- what it has counted --------------------------------------------------------------------------------------

    List<Node> living() {
        return nodes.stream().filter(node -> node.live).toList();
    }

    long statements() {
        return statements;
    }

    long bytesRead() {
        return bytesRead;
    }

    long moves() {
        return moves;
    }

    int unserved() {
        return unserved;
    }

    /** The most shards of a member beside the mean. */
    double imbalance() {
        List<Node> living = living();
        int most = living.stream()
                .mapToInt(node -> node.serves.cardinality())
                .max()
                .orElse(0);
        return most * (double) living.size() / Shards.COUNT;
    }

    private void served(int shard, int by) {
        int before = servers[shard];
        servers[shard] += by;
        if (servers[shard] > 1) {
            throw new AssertionError("a shard must be served by one member: shard=" + shard);
        }
        unserved += (before == 0 ? -1 : 0) + (servers[shard] == 0 ? 1 : 0);
    }

    /** Those who look first, of all who live: each has a link to each. */
    private List<Node> firstToLook() {
        List<Node> living = new ArrayList<>(living());
        Collections.shuffle(living, random);
        return living.subList(0, Math.min(FIRST, living.size()));
    }

    /**
     * The same members have the same placement: computed once, not by each; and not for each step of a large beginning. Members remember
     * what they got: so small ones are always computed, whose parts may be all that is left of them later.
     */
    private long[] placement(List<Candidate> candidates) {
        if (candidates.size() < fewest) {
            return new long[Shards.COUNT];
        }
        List<Candidate> sorted = candidates.stream()
                .sorted(Comparator.comparingLong(Candidate::id))
                .toList();
        if (placements.size() > 512) {
            placements.remove(placements.keySet().iterator().next());
        }
        return placements.computeIfAbsent(sorted, CappedRendezvous::owners);
    }

    /** One member: its loop, its clock, and its connection to the database. */
    final class Node implements ShardHolder, Registry {
        private final ManualClock clock = new ManualClock();
        private final MemberInfo info;
        private final MemberLoop loop;
        private final BitSet serves = new BitSet(Shards.COUNT);
        private boolean live = true;
        private boolean woken;

        Node(String name) {
            this.info = new MemberInfo(random.nextLong() | 1, name, "tcp://10.0.0.1:7400", "", "", List.of(), 1);
            this.loop = new MemberLoop(
                    info, this, clock, times, this, new WantedOwners(clock, times, SimulatedCluster.this::placement));
        }

        int shards() {
            return serves.cardinality();
        }

        boolean isLive() {
            return live;
        }

        private void beat() {
            if (live) {
                act(loop::beat);
                live = !loop.isEnded();
                at(now + BEAT, this::beat);
            }
        }

        /** Others hear of it over links within some milliseconds, and look. */
        @Override
        public void changed() {
            for (Node other : nodes) {
                if (other != this && other.live && !other.woken) {
                    other.woken = true;
                    at(now + Duration.ofMillis(1 + random.nextInt(20)).toNanos(), other::look);
                }
            }
        }

        private void look() {
            woken = false;
            if (live) {
                act(loop::look);
                live = !loop.isEnded();
            }
        }

        private void proveDead(Node dead) {
            if (live) {
                act(() -> loop.proveDead(dead.info.id()));
            }
        }

        private void act(Runnable action) {
            to(clock, now);
            action.run();
        }

        private void statement() {
            statements++;
            databaseFree = Math.max(databaseFree, now) + service;
            long done = Math.max(clock.nanos(), databaseFree);
            to(databaseClock, done);
            to(clock, done + LATENCY);
        }

        private static void to(ManualClock some, long time) {
            long left = time - some.nanos();
            if (left > 0) {
                some.advance(Duration.ofNanos(left));
            }
        }

        // ---- as a holder: it serves and drains without actors -----------------------------------------------------

        @Override
        public void serve(List<ShardRow> gained) {
            for (ShardRow row : gained) {
                if (!serves.get(row.no())) {
                    serves.set(row.no());
                    served(row.no(), 1);
                }
            }
        }

        @Override
        public void drain(BitSet shards) {
            drop(shards);
            loop.drained(shards);
        }

        @Override
        public void drop(BitSet shards) {
            BitSet lost = (BitSet) shards.clone();
            lost.and(serves);
            lost.stream().forEach(shard -> served(shard, -1));
            serves.andNot(lost);
        }

        // ---- as a registry: the rows, after the time of a statement -----------------------------------------------

        @Override
        public boolean join(MemberInfo member) {
            statement();
            return rows.join(member);
        }

        @Override
        public OptionalLong renew(long member) {
            statement();
            return rows.renew(member);
        }

        @Override
        public RegistryDelta read(long since) {
            statement();
            RegistryDelta delta = rows.read(since);
            bytesRead += (long) delta.members().size() * MEMBER_BYTES
                    + (long) delta.shards().size() * SHARD_BYTES;
            return delta;
        }

        @Override
        public boolean advance(long member, MemberStatus next) {
            statement();
            return rows.advance(member, next);
        }

        @Override
        public boolean fence(long member) {
            statement();
            return rows.fence(member);
        }

        @Override
        public Map<Long, Duration> leases() {
            statement();
            return rows.leases();
        }

        @Override
        public int bury() {
            statement();
            return rows.bury();
        }

        @Override
        public List<ShardRow> claim(long member, BitSet shards) {
            statement();
            List<ShardRow> got = rows.claim(member, shards);
            moves += got.size();
            return got;
        }

        @Override
        public List<ShardRow> give(long member, BitSet shards, long to) {
            statement();
            List<ShardRow> given = rows.give(member, shards, to);
            moves += given.size();
            return given;
        }

        @Override
        public Watching watch(Runnable changed) {
            return () -> {};
        }

        @Override
        public void close() {}
    }
}
