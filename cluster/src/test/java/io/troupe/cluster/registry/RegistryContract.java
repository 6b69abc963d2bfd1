// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every registry does. A subclass per store, which is empty before each test. */
public abstract class RegistryContract {
    /** Never over within a test. */
    protected static final Duration LONG = Duration.ofHours(1);

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final List<Registry> opened = new ArrayList<>();
    private final Random random = new Random(42);
    private long ids = 1000;

    /** Opens the store of this test again, as another process would. */
    protected abstract Registry open(Duration lease) throws Exception;

    /** A lease that is over soon. */
    protected abstract Duration shortLease();

    /** Lets time pass, if it is not that of the machine. */
    protected abstract void passTime();

    /** Whether watchers are told. */
    protected abstract boolean tellsWatchers();

    /** Of random tests. */
    protected int steps() {
        return 150;
    }

    /** Opens one, closed after the test. */
    protected final Registry opened(Duration lease) throws Exception {
        Registry registry = open(lease);
        opened.add(registry);
        return registry;
    }

    private Registry opened() throws Exception {
        return opened(LONG);
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Registry::close);
    }

    @Test
    void shouldKeepWhatAMemberSays() throws Exception {
        MemberInfo info = new MemberInfo(
                Long.MIN_VALUE + 5, "ä, \"€\" 'x' \\ 😀", "tls://[::1]:7400", "AB:CD", "1.2", List.of("a-1", "b_2"), 7);
        assertThat(opened().join(info)).isTrue();
        assertThat(opened().read(0).members()).singleElement().satisfies(row -> {
            assertThat(row.info()).isEqualTo(info);
            assertThat(row.status()).isEqualTo(MemberStatus.JOINING);
            assertThat(row.proven()).isFalse();
            assertThat(row.view()).isPositive();
        });
    }

    @Test
    void shouldLetOneOfSeveralJoinWithOneName() throws Exception {
        List<Callable<Boolean>> joins = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Registry registry = opened();
            MemberInfo info = info("same");
            joins.add(() -> registry.join(info));
        }
        assertThat(atOnce(joins)).containsOnlyOnce(true);
        assertThat(opened().read(0).members()).hasSize(1);
    }

    @Test
    void shouldGiveANameAgainButNeverAnId() throws Exception {
        Registry registry = opened();
        MemberInfo first = info("one");
        assertThat(registry.join(first)).isTrue();
        assertThat(registry.join(info("one"))).isFalse();
        assertThat(registry.fence(first.id())).isTrue();
        assertThat(registry.join(first)).isFalse();
        assertThat(registry.join(info("one"))).isTrue();
        assertThat(registry.read(0).members()).hasSize(2);
    }

    @Test
    void shouldTellABuriedMemberWhichStaysDead() throws Exception {
        Registry registry = opened();
        long dead = active(registry, "dead");
        long other = active(registry, "other");
        registry.claim(dead, shards(0, 4));
        assertThat(registry.renew(dead)).isPresent();
        assertThat(opened().fence(dead)).isTrue();

        assertThat(registry.fence(dead)).isFalse();
        assertThat(registry.renew(dead)).isEmpty();
        assertThat(registry.renew(dead)).isEmpty();
        assertThat(registry.advance(dead, MemberStatus.LEAVING)).isFalse();
        assertThat(registry.claim(dead, shards(0, 8))).isEmpty();
        assertThat(registry.give(dead, shards(0, 4), other)).isEmpty();
        registry.bury();
        MemberRow row = roster(registry).member(dead);
        assertThat(row.status()).isEqualTo(MemberStatus.GONE);
        assertThat(row.proven()).isTrue();
        assertThat(registry.renew(999)).isEmpty();
        assertThat(registry.fence(999)).isFalse();
        assertThat(registry.advance(999, MemberStatus.ACTIVE)).isFalse();
    }

    @Test
    void shouldTellWhatIsLeftOfTheLeasesOfThoseThatLive() throws Exception {
        Registry registry = opened();
        long one = active(registry, "one");
        long gone = active(registry, "gone");
        MemberInfo joining = info("joining");
        registry.join(joining);
        registry.fence(gone);
        assertThat(registry.leases()).containsOnlyKeys(one, joining.id());
        assertThat(registry.leases().values())
                .allSatisfy(left -> assertThat(left).isPositive().isLessThanOrEqualTo(LONG));
    }

    @Test
    void shouldOnlyGoForward() throws Exception {
        Registry registry = opened();
        long member = active(registry, "one");
        long view = registry.read(0).view();
        assertThat(registry.advance(member, MemberStatus.ACTIVE)).isTrue();
        assertThat(registry.read(view).members()).isEmpty();
        assertThat(registry.advance(member, MemberStatus.JOINING)).isFalse();
        assertThat(registry.advance(member, MemberStatus.LEAVING)).isTrue();
        assertThat(registry.renew(member)).isPresent();
        assertThat(registry.advance(member, MemberStatus.ACTIVE)).isFalse();
        assertThat(registry.advance(member, MemberStatus.GONE)).isTrue();
        assertThat(registry.renew(member)).isEmpty();
        assertThat(registry.join(info("one"))).isTrue();
    }

    @Test
    void shouldClaimWhatNobodyOwnsAndNothingElse() throws Exception {
        Registry registry = opened();
        long member = active(registry, "one");
        List<ShardRow> got = registry.claim(member, shards(10, 20));
        assertThat(got).extracting(ShardRow::no).containsExactlyInAnyOrder(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        assertThat(got).allMatch(row -> row.owner() == member && row.epoch() > 0);
        assertThat(registry.read(0).shards()).containsExactlyInAnyOrderElementsOf(got);
        assertThat(registry.claim(member, shards(10, 20))).as("its own").isEmpty();
    }

    @Test
    void shouldClaimAllShards() throws Exception {
        Registry registry = opened();
        long first = active(registry, "one");
        assertThat(registry.claim(first, shards(0, 4096))).hasSize(4096);
        long second = active(registry, "two");
        registry.fence(first);
        assertThat(registry.claim(second, shards(0, 4096))).hasSize(4096);
        assertThat(roster(registry).owners()).containsOnly(second);
    }

    @Test
    void shouldRaiseEpochsWhenADeadMembersShardsAreClaimed() throws Exception {
        Registry registry = opened();
        long dead = active(registry, "dead");
        long next = active(registry, "next");
        Map<Integer, Long> before = epochs(registry.claim(dead, shards(0, 8)));
        registry.fence(dead);
        Map<Integer, Long> after = epochs(registry.claim(next, shards(0, 8)));
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((shard, epoch) -> assertThat(epoch).isGreaterThan(before.get(shard)));
    }

    @Test
    void shouldClaimNothingFromTheLiving() throws Exception {
        Registry registry = opened();
        long owner = active(registry, "owner");
        long other = active(registry, "other");
        registry.claim(owner, shards(0, 8));
        registry.advance(owner, MemberStatus.LEAVING);
        assertThat(registry.claim(other, shards(4, 12)))
                .extracting(ShardRow::no)
                .containsExactlyInAnyOrder(8, 9, 10, 11);
    }

    @Test
    void shouldClaimOnlyForActiveMembers() throws Exception {
        Registry registry = opened();
        MemberInfo joining = info("joining");
        registry.join(joining);
        assertThat(registry.claim(joining.id(), shards(0, 4))).isEmpty();
        long leaving = active(registry, "leaving");
        registry.advance(leaving, MemberStatus.LEAVING);
        assertThat(registry.claim(leaving, shards(0, 4))).isEmpty();
        assertThat(registry.read(0).shards()).isEmpty();
    }

    @Test
    void shouldOwnNothingOfWhatWasGiven() throws Exception {
        Registry registry = opened();
        long giver = active(registry, "giver");
        long taker = active(registry, "taker");
        Map<Integer, Long> before = epochs(registry.claim(giver, shards(0, 8)));
        registry.advance(giver, MemberStatus.LEAVING);
        List<ShardRow> given = registry.give(giver, shards(4, 12), taker);
        assertThat(given).extracting(ShardRow::no).containsExactlyInAnyOrder(4, 5, 6, 7);
        assertThat(given).allMatch(row -> row.owner() == taker && row.epoch() > before.get(row.no()));
        assertThat(registry.give(giver, shards(4, 8), taker)).isEmpty();
        Roster roster = roster(registry);
        assertThat(roster.owners()[3]).isEqualTo(giver);
        assertThat(roster.owners()[4]).isEqualTo(taker);
        given.forEach(row -> assertThat(roster.epoch(row.no())).isEqualTo(row.epoch()));
    }

    @Test
    void shouldGiveOnlyToActiveMembersAndInSteps() throws Exception {
        Registry registry = opened();
        long giver = active(registry, "giver");
        registry.claim(giver, shards(0, 8));
        long dead = active(registry, "dead");
        registry.fence(dead);
        MemberInfo joining = info("joining");
        registry.join(joining);
        assertThat(registry.give(giver, shards(0, 8), dead)).isEmpty();
        assertThat(registry.give(giver, shards(0, 8), joining.id())).isEmpty();
        assertThat(registry.give(giver, shards(0, 8), 999)).isEmpty();
        assertThatThrownBy(() -> registry.give(giver, shards(0, 65), giver))
                .isInstanceOf(IllegalArgumentException.class);
        long full = active(registry, "full");
        registry.claim(giver, shards(0, 64));
        assertThat(registry.give(giver, shards(0, 64), full)).hasSize(64);
    }

    @Test
    void shouldGiveEachShardOneOwnerWhenSeveralClaimAtOnce() throws Exception {
        int claimers = 4;
        Registry reader = opened();
        List<Registry> registries = new ArrayList<>();
        List<Long> members = new ArrayList<>();
        for (int i = 0; i < claimers; i++) {
            registries.add(opened());
            members.add(active(reader, "member-" + i));
        }
        long before = active(reader, "before");
        Map<Integer, Long> epochs = epochs(reader.claim(before, shards(0, 300)));
        reader.fence(before);
        List<Callable<List<ShardRow>>> claims = new ArrayList<>();
        for (int i = 0; i < claimers; i++) {
            Registry registry = registries.get(i);
            long member = members.get(i);
            claims.add(() -> registry.claim(member, shards(0, 300)));
        }
        Map<Integer, Long> owners = new TreeMap<>();
        for (List<ShardRow> got : atOnce(claims)) {
            for (ShardRow row : got) {
                assertThat(owners.put(row.no(), row.owner()))
                        .as("shard " + row.no())
                        .isNull();
                assertThat(row.epoch()).isGreaterThan(epochs.get(row.no()));
            }
        }
        assertThat(owners).hasSize(300);
        long[] read = roster(reader).owners();
        owners.forEach((shard, owner) -> assertThat(read[shard]).isEqualTo(owner));
    }

    @Test
    void shouldBuryThoseWhoseLeaseIsOver() throws Exception {
        Registry registry = opened();
        long living = active(registry, "living");
        Registry brief = opened(shortLease());
        long silent = active(brief, "silent");
        brief.claim(silent, shards(0, 4));
        until(() -> {
            passTime();
            registry.bury();
            return roster(registry).isDead(silent);
        });
        assertThat(brief.renew(silent)).isEmpty();
        Roster roster = roster(registry);
        assertThat(roster.member(silent).proven()).isFalse();
        assertThat(roster.member(living).status()).isEqualTo(MemberStatus.ACTIVE);
        assertThat(registry.renew(living)).isPresent();
        assertThat(registry.bury()).isZero();
        assertThat(registry.claim(living, shards(0, 4))).hasSize(4);
        assertThat(registry.join(info("silent"))).isTrue();
    }

    /** After an outage of the store all leases are over. */
    @Test
    void shouldRenewALeaseThatIsOverUntilSomebodyBuriesTheMember() throws Exception {
        Registry brief = opened(shortLease());
        long member = active(brief, "late");
        until(() -> {
            passTime();
            Duration left = brief.leases().get(member);
            return left.isZero() || left.isNegative();
        });
        assertThat(brief.renew(member)).isPresent();
        assertThat(roster(brief).member(member).status()).isEqualTo(MemberStatus.ACTIVE);
    }

    @Test
    void shouldNumberEachChangeHigher() throws Exception {
        Registry registry = opened();
        Registry other = opened();
        long before = 0;
        long member = active(registry, "one");
        long second = active(registry, "two");
        List<Change> changes = List.of(
                () -> registry.claim(member, shards(0, 2)),
                () -> registry.give(member, shards(0, 1), second),
                () -> registry.advance(member, MemberStatus.LEAVING),
                () -> registry.fence(second),
                () -> registry.join(info("three")));
        for (Change change : changes) {
            change.run();
            long view = other.read(0).view();
            assertThat(view).isGreaterThan(before);
            assertThat(other.renew(member)).isEqualTo(OptionalLong.of(view));
            assertThat(other.read(before).view()).isEqualTo(view);
            assertThat(other.read(view).members()).isEmpty();
            assertThat(other.read(view).shards()).isEmpty();
            before = view;
        }
        registry.renew(member);
        assertThat(registry.read(0).view()).as("renewals are no changes").isEqualTo(before);
    }

    @Test
    void shouldTellWatchersIfItCan() throws Exception {
        Registry registry = opened();
        AtomicLong told = new AtomicLong();
        try (Registry.Watching watching = opened().watch(told::incrementAndGet)) {
            assertThat(watching).isNotNull();
            if (tellsWatchers()) {
                until(() -> {
                    registry.join(info("member-" + ids));
                    return told.get() > 0;
                });
            }
        }
    }

    @Test
    void shouldReadWhatHasChangedAsAModelDoes() throws Exception {
        Registry registry = opened();
        Model model = new Model();
        List<Roster> readers = List.of(new Roster(), new Roster(), new Roster());
        for (int step = 0; step < steps(); step++) {
            model.step(registry);
            Roster reader = readers.get(random.nextInt(readers.size()));
            reader.apply(registry.read(reader.view()));
            model.check(reader);
        }
        for (Roster reader : readers) {
            reader.apply(registry.read(reader.view()));
            model.check(reader);
            assertSame(reader, roster(registry));
        }
    }

    @Test
    void shouldReadWhatHasChangedWhileOthersChangeIt() throws Exception {
        int writers = 3;
        AtomicBoolean ended = new AtomicBoolean();
        Map<String, Long> owners = new ConcurrentHashMap<>();
        Registry setUp = opened();
        List<Long> members = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            members.add(active(setUp, "member-" + i));
        }
        List<Callable<Roster>> work = new ArrayList<>();
        CyclicBarrier end = new CyclicBarrier(writers, () -> ended.set(true));
        for (int i = 0; i < writers; i++) {
            Registry registry = opened();
            long me = members.get(i);
            long next = members.get((i + 1) % writers);
            Random own = new Random(i);
            work.add(() -> {
                Roster roster = new Roster();
                try {
                    for (int step = 0; step < steps() / 6; step++) {
                        BitSet some = shards(own.nextInt(24), 32);
                        List<ShardRow> moved =
                                own.nextBoolean() ? registry.claim(me, some) : registry.give(me, some, next);
                        for (ShardRow row : moved) {
                            Long before = owners.putIfAbsent(row.no() + "@" + row.epoch(), row.owner());
                            assertThat(before).as("owner of " + row).isNull();
                        }
                        registry.join(info("extra-" + me + "-" + step, me * 1000 + step));
                        roster.apply(registry.read(roster.view()));
                    }
                } finally {
                    end.await();
                }
                roster.apply(registry.read(roster.view()));
                return roster;
            });
        }
        Registry registry = opened();
        work.add(() -> {
            Roster roster = new Roster();
            while (!ended.get()) {
                roster.apply(registry.read(roster.view()));
            }
            roster.apply(registry.read(roster.view()));
            return roster;
        });
        List<Roster> rosters = atOnce(work);
        Roster all = roster(registry);
        assertThat(all.members()).hasSize(writers + writers * (steps() / 6));
        for (Roster roster : rosters) {
            assertSame(roster, all);
        }
        for (int shard = 0; shard < 32; shard++) {
            assertThat(owners).containsEntry(shard + "@" + all.epoch(shard), all.owners()[shard]);
        }
    }

    private static void assertSame(Roster one, Roster other) {
        assertThat(one.owners()).isEqualTo(other.owners());
        assertThat(one.members()).containsExactlyInAnyOrderElementsOf(other.members());
        for (int shard = 0; shard < 64; shard++) {
            assertThat(one.epoch(shard)).isEqualTo(other.epoch(shard));
        }
    }

    /** An active member of a new id. */
    protected final long active(Registry registry, String name) throws RegistryException {
        MemberInfo info = info(name);
        assertThat(registry.join(info)).isTrue();
        assertThat(registry.advance(info.id(), MemberStatus.ACTIVE)).isTrue();
        return info.id();
    }

    /** A member with a new id. */
    protected final MemberInfo info(String name) {
        return info(name, ids++);
    }

    private static MemberInfo info(String name, long id) {
        return new MemberInfo(id, name, "tcp://127.0.0.1:1", "", "", List.of(), 1);
    }

    /** Shards from one number to before another. */
    protected static BitSet shards(int from, int to) {
        BitSet shards = new BitSet();
        shards.set(from, to);
        return shards;
    }

    /** All that is there. */
    protected static Roster roster(Registry registry) throws RegistryException {
        Roster roster = new Roster();
        roster.apply(registry.read(0));
        return roster;
    }

    private static Map<Integer, Long> epochs(List<ShardRow> rows) {
        Map<Integer, Long> epochs = new HashMap<>();
        rows.forEach(row -> epochs.put(row.no(), row.epoch()));
        return epochs;
    }

    private static <T> List<T> atOnce(List<Callable<T>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(work)) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Waits in real time, as stores have clocks of their own. */
    protected static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - end)
                    .as("nanoseconds after the limit")
                    .isNegative();
            Thread.onSpinWait();
        }
    }

    private interface Change {
        void run() throws RegistryException;
    }

    /** What a registry should do, told by what it has said. */
    private final class Model {
        private static final int SHARDS = 16;
        private static final List<MemberStatus> LATER =
                List.of(MemberStatus.ACTIVE, MemberStatus.LEAVING, MemberStatus.GONE);

        private final Map<Long, MemberStatus> members = new TreeMap<>();
        private final Map<Integer, ShardRow> rows = new TreeMap<>();
        private final Set<Long> proven = new HashSet<>();

        void step(Registry registry) throws RegistryException {
            switch (random.nextInt(10)) {
                case 0, 1 -> {
                    MemberInfo info = info("member-" + ids);
                    assertThat(registry.join(info)).isTrue();
                    members.put(info.id(), MemberStatus.JOINING);
                }
                case 2, 3 -> advance(registry, any(), LATER.get(random.nextInt(LATER.size())));
                case 4 -> {
                    long member = any();
                    boolean lived = isLiving(member);
                    assertThat(registry.fence(member)).isEqualTo(lived);
                    if (lived) {
                        members.put(member, MemberStatus.GONE);
                        proven.add(member);
                    }
                }
                case 5 -> {
                    long member = any();
                    assertThat(registry.renew(member).isPresent()).isEqualTo(isLiving(member));
                }
                case 6, 7 -> {
                    long member = any();
                    BitSet wanted = some();
                    BitSet expected = new BitSet();
                    wanted.stream()
                            .filter(shard -> members.get(member) == MemberStatus.ACTIVE)
                            .filter(shard -> !rows.containsKey(shard)
                                    || !isLiving(rows.get(shard).owner()))
                            .forEach(expected::set);
                    moved(registry.claim(member, wanted), expected, member);
                }
                default -> {
                    long member = any();
                    long to = any();
                    BitSet given = some();
                    BitSet expected = new BitSet();
                    given.stream()
                            .filter(shard -> isLiving(member) && members.get(to) == MemberStatus.ACTIVE)
                            .filter(shard ->
                                    rows.containsKey(shard) && rows.get(shard).owner() == member)
                            .forEach(expected::set);
                    moved(registry.give(member, given, to), expected, to);
                }
            }
        }

        private void advance(Registry registry, long member, MemberStatus next) throws RegistryException {
            MemberStatus old = members.get(member);
            boolean can = old != null && old.compareTo(next) <= 0;
            assertThat(registry.advance(member, next)).isEqualTo(can);
            if (can) {
                members.put(member, next);
            }
        }

        private void moved(List<ShardRow> moved, BitSet expected, long owner) {
            BitSet numbers = new BitSet();
            for (ShardRow row : moved) {
                numbers.set(row.no());
                assertThat(row.owner()).isEqualTo(owner);
                ShardRow old = rows.put(row.no(), row);
                assertThat(row.epoch()).isGreaterThan(old == null ? 0 : old.epoch());
            }
            assertThat(numbers).isEqualTo(expected);
        }

        void check(Roster roster) {
            Map<Long, MemberStatus> read = new TreeMap<>();
            roster.members().forEach(row -> {
                read.put(row.id(), row.status());
                assertThat(row.proven()).isEqualTo(proven.contains(row.id()));
            });
            assertThat(read).isEqualTo(members);
            long[] owners = roster.owners();
            for (int shard = 0; shard < SHARDS; shard++) {
                ShardRow row = rows.get(shard);
                assertThat(owners[shard]).isEqualTo(row == null ? 0 : row.owner());
                assertThat(roster.epoch(shard)).isEqualTo(row == null ? 0 : row.epoch());
            }
        }

        private boolean isLiving(long member) {
            MemberStatus status = members.get(member);
            return status != null && status.isLiving();
        }

        /** A member, or nobody. */
        private long any() {
            List<Long> all = new ArrayList<>(members.keySet());
            return all.isEmpty() ? 77 : all.get(Math.max(0, all.size() - 1 - random.nextInt(6)));
        }

        private BitSet some() {
            BitSet some = new BitSet();
            for (int i = 0; i < 6; i++) {
                some.set(random.nextInt(SHARDS));
            }
            return some;
        }
    }
}
