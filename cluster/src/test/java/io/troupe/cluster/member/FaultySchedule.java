// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.shard.Candidate;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * One run of some members and a database in simulated time, with faults by chance: members that stand still for shorter and longer than their
 * lease, crash, leave and join; a network that loses questions or answers; a database that is slow, so that statements are carried out
 * after their member has given them up, and one that begins anew. After each event the two promises are checked: no shard is served by two
 * members whose leases go on, and no write of an earlier owner is stored. The same seed makes the same run.
 */
final class FaultySchedule {
    static final MemberTimes TIMES = MemberTimes.of(Duration.ofSeconds(10), Duration.ofSeconds(2));

    private static final int MEMBERS = 3;
    private static final int MOST_MEMBERS = 5;
    private static final Duration TROUBLE = Duration.ofMinutes(1);
    private static final Duration PEACE = Duration.ofMinutes(3);
    private static final int KEYS = 24;

    /** The same for all runs, as ids are. */
    private static final Map<List<Candidate>, long[]> PLACEMENTS = new ConcurrentHashMap<>();

    /** What a run may be without, so that the checks are checked. */
    enum Without {
        NOTHING,
        LEASE,
        FENCE
    }

    private final Random random;
    private final Without without;
    private final ManualClock clock = new ManualClock();
    private final MemoryRegistry registry = new MemoryRegistry(clock, TIMES.lease());
    private final MemoryStore store = new MemoryStore();
    private final List<SimulatedMember> members = new ArrayList<>();
    private final List<StateKey> keys =
            IntStream.range(0, KEYS).mapToObj(i -> new StateKey("t", "k" + i)).toList();
    private final Map<StateKey, Stored> stored = new HashMap<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<String> log = new ArrayList<>();
    private long eventNumber;
    private long ids = 1;
    private int accepted;

    // ---- the database
    private boolean down;
    private long slowness = Duration.ofMillis(2).toNanos();

    private record Event(long at, long number, Runnable action) {}

    /**
     * What the database has of a key, by what it has answered.
     *
     * @param epoch of the last write that was stored
     * @param version of it
     */
    private record Stored(long epoch, long version) {}

    FaultySchedule(long seed, Without without) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.without = without;
    }

    /** Runs it to the end; fails when a promise is broken. */
    void run() {
        try {
            for (int i = 0; i < MEMBERS; i++) {
                join();
            }
            until(Duration.ofSeconds(40), this::isServed);
            long end = clock.nanos() + TROUBLE.toNanos();
            while (clock.nanos() < end) {
                trouble();
                pass(between(200, 6_000));
            }
            log("the faults have ended");
            down = false;
            slowness = Duration.ofMillis(2).toNanos();
            members.forEach(SimulatedMember::heal);
            join(); // perhaps all have died, as one buried the others and crashed
            until(PEACE, this::isServed);
            if (!isServed()) {
                throw new AssertionError("each shard must be served again after the faults: members=" + members
                        + ", rows=" + registry.read(0).members());
            }
            if (accepted == 0) {
                throw new AssertionError("a run must store something");
            }
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + String.join("\n", log), e);
        } finally {
            members.forEach(SimulatedMember::close);
        }
    }

    private void trouble() {
        SimulatedMember any = members.get(random.nextInt(members.size()));
        switch (random.nextInt(11)) {
            case 0, 1, 2 -> pause(any, between(500, 8_000));
            case 3, 4 -> pause(any, between(9_000, 30_000));
            case 5 -> {
                if (living().size() > 2) {
                    crash(any);
                }
            }
            case 6 -> {
                if (living().size() < MOST_MEMBERS) {
                    join();
                }
            }
            case 7 -> {
                if (living().size() > 2) {
                    log(any + " leaves");
                    any.leave();
                }
            }
            case 8 -> {
                long time = between(500, 20_000);
                any.cut(random.nextBoolean(), random.nextBoolean());
                log(any + " is cut off from the database for " + time / 1_000_000 + " ms");
                after(time, any::mend);
            }
            case 9 -> {
                long slow = between(10, 3_000);
                log("the database is slow: " + slow / 1_000_000 + " ms");
                slowness = slow;
                after(
                        between(500, 15_000),
                        () -> slowness = Duration.ofMillis(2).toNanos());
            }
            default -> {
                log("the database begins anew");
                down = true;
                after(between(100, 12_000), () -> down = false);
            }
        }
    }

    private void pause(SimulatedMember member, long time) {
        if (member.isLive() && member.pause()) {
            log(member + " stands still for " + time / 1_000_000 + " ms");
            after(time, member::wake);
        }
    }

    private void crash(SimulatedMember member) {
        if (member.isLive()) {
            log(member + " crashes");
            member.crash();
            for (SimulatedMember other : living()) {
                after(between(1, 3_000), () -> other.proveDead(member));
            }
        }
    }

    private void join() {
        long id = ids++;
        String name = "m" + id;
        List<SimulatedMember> dead =
                members.stream().filter(each -> !each.isLive()).toList();
        if (!dead.isEmpty() && random.nextBoolean()) {
            name = dead.get(random.nextInt(dead.size())).name(); // it starts again, at another address
        }
        SimulatedMember made = new SimulatedMember(
                this, new MemberInfo(id, name, "tcp://10.0.0." + id + ":7400", "", "", List.of(), 1));
        members.add(made);
        log(made + " joins");
        made.start();
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    long between(int leastMillis, int mostMillis) {
        return Duration.ofMillis(leastMillis + random.nextInt(mostMillis - leastMillis))
                .toNanos();
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(clock.nanos() + nanos, eventNumber++, action));
    }

    private void pass(long nanos) {
        long end = clock.nanos() + nanos;
        while (!events.isEmpty() && events.element().at() <= end) {
            next();
        }
        advance(end);
    }

    private void until(Duration limit, BooleanSupplier condition) {
        long end = clock.nanos() + limit.toNanos();
        while (!condition.getAsBoolean()
                && !events.isEmpty()
                && events.element().at() <= end) {
            next();
        }
    }

    private void next() {
        Event event = events.remove();
        advance(event.at());
        event.action().run();
        check();
    }

    private void advance(long time) {
        if (time > clock.nanos()) {
            clock.advance(Duration.ofNanos(time - clock.nanos()));
        }
    }

    // ---- what members have of it ---------------------------------------------------------------------------------

    ManualClock clock() {
        return clock;
    }

    Random random() {
        return random;
    }

    MemoryRegistry registry() {
        return registry;
    }

    MemoryStore store() {
        return store;
    }

    boolean isWithout(Without what) {
        return without == what;
    }

    boolean isDown() {
        return down;
    }

    /** How long a statement is on its way, there or back. */
    long wayNanos() {
        return 1 + (long) (slowness * (0.5 + random.nextDouble()));
    }

    StateKey anyKey() {
        return keys.get(random.nextInt(KEYS));
    }

    List<StateKey> keys() {
        return keys;
    }

    long[] placement(List<Candidate> candidates) {
        List<Candidate> sorted = candidates.stream()
                .sorted(Comparator.comparingLong(Candidate::id))
                .toList();
        return PLACEMENTS.computeIfAbsent(sorted, CappedRendezvous::owners);
    }

    /** Others hear of it over links, or not. */
    void tellOthers(SimulatedMember from) {
        for (SimulatedMember other : living()) {
            if (other != from && random.nextInt(10) > 0) {
                after(between(1, 50), other::look);
            }
        }
    }

    void log(String what) {
        log.add(clock.nanos() / 1_000_000 + " ms: " + what);
    }

    // ---- the promises --------------------------------------------------------------------------------------------

    /** The database has stored a write. */
    void stored(StateKey key, long epoch, long version, SimulatedMember by) {
        accepted++;
        Stored before = stored.getOrDefault(key, new Stored(0, 0));
        if (epoch < before.epoch || version != before.version + 1) {
            throw new AssertionError("no write of an earlier owner must be stored: key=" + key + ", by=" + by
                    + ", epoch=" + epoch + ", version=" + version + ", before=" + before);
        }
        stored.put(key, new Stored(epoch, version));
    }

    private void check() {
        for (int i = 0; i < members.size(); i++) {
            for (int j = 0; j < i; j++) {
                SimulatedMember one = members.get(i);
                SimulatedMember other = members.get(j);
                if (one.answers() && other.answers() && one.serving().intersects(other.serving())) {
                    BitSet both = (BitSet) one.serving().clone();
                    both.and(other.serving());
                    throw new AssertionError("a shard must be served by one member: members=" + one + " and " + other
                            + ", shards=" + both);
                }
            }
        }
    }

    private List<SimulatedMember> living() {
        return members.stream().filter(SimulatedMember::isLive).toList();
    }

    private boolean isServed() {
        int shards = 0;
        for (SimulatedMember each : members) {
            shards += each.answers() ? each.serving().cardinality() : 0;
        }
        return shards == Shards.COUNT;
    }
}
