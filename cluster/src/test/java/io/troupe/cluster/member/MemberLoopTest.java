// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Shards;
import io.troupe.dispatch.timer.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The faults that callers may see, as far as the loop decides what follows. */
class MemberLoopTest {
    private static final Duration BEAT = Duration.ofSeconds(2);
    private static final int FULL = Shards.COUNT;

    private final ManualClock clock = new ManualClock();
    private final MemoryRegistry store = new MemoryRegistry(clock, SimulatedCluster.TIMES.lease());
    private final List<Node> nodes = new ArrayList<>();
    private long ids = 1;

    @Test
    void shouldServeAllShardsAlone() {
        Node one = node("one");
        beats(1);
        assertThat(one.loop.lease().isHeld()).isTrue();
        assertThat(one.serves.isEmpty()).as("waits for others who join").isTrue();
        beats(4);
        assertThat(one.serves.cardinality()).isEqualTo(FULL);
    }

    @Test
    void shouldShareWithoutMovesWhenSeveralJoinTogether() {
        cluster(3);
        assertThat(nodes).extracting(node -> node.drains).containsOnly(0);
        assertThat(nodes).allMatch(node -> node.serves.cardinality() > 0);
        assertAllServedOnce();
    }

    @Test
    void shouldKeepItsLeaseWhileItsStepsTakeLong() {
        Node one = node("one");
        one.registry.takes = BEAT;
        beats(8);
        assertThat(one.serves.cardinality()).isEqualTo(FULL);
        assertThat(one.registry.lapses).isZero();
    }

    @Test
    void shouldMoveAShareInStepsWhenOneJoins() throws Exception {
        cluster(2);
        Node late = node("late");
        int rounds = 0;
        while (late.serves.cardinality() < FULL * 28 / 100) {
            beats(1);
            assertThat(nodes).allMatch(node -> node.largestDrain <= 64);
            assertServedAtMostOnce();
            assertThat(++rounds).isLessThan(60);
        }
        beats(10);
        assertAllServedOnce();
        assertThat(nodes).allMatch(node -> node.dropped == 0);
    }

    /** A second member, which 64 shards of the first one are drained for; the test says when they are. */
    private Node drainedFor(String name) {
        cluster(1);
        Node one = nodes.get(0);
        one.drainsAtOnce = false;
        Node late = node(name);
        beats(8);
        assertThat(one.toDrain.cardinality()).isEqualTo(64);
        return late;
    }

    @Test
    void shouldGiveOnlyWhatIsDrained() throws Exception {
        cluster(1);
        Node one = nodes.get(0);
        one.drainsAtOnce = false;
        Node late = node("late");
        beats(10);
        assertThat(one.toDrain.cardinality()).isEqualTo(64);
        assertThat(late.serves.isEmpty()).isTrue();
        assertThat(owned(one)).isEqualTo(FULL);
        one.loop.drained(one.toDrain);
        beats(1);
        assertThat(late.serves.cardinality()).isEqualTo(64);
        assertServedAtMostOnce();
    }

    @Test
    void shouldServeAgainWhatIsDrainedWhenTheReceiverDies() {
        Node late = drainedFor("late");
        Node one = nodes.get(0);
        BitSet drained = one.toDrain;
        late.kill();
        one.loop.drained(drained);
        one.loop.proveDead(late.id());
        beats(1);
        assertThat(one.serves.cardinality()).isEqualTo(FULL);
        assertThat(one.dropped).isZero();
    }

    @Test
    void shouldTakeOverAtOnceFromAnOwnerThatIsKilled() {
        cluster(3);
        Node dead = nodes.get(0);
        dead.kill();
        nodes.get(1).loop.proveDead(dead.id());
        nodes.get(2).loop.beat();
        assertAllServedOnce();
        assertThat(row(dead).proven()).isTrue();
    }

    @Test
    void shouldTakeOverFromAnOwnerThatStandsStillAfterItsLease() {
        cluster(3);
        Node still = nodes.get(0);
        still.crash(); // for now
        beats(4);
        assertThat(still.loop.lease().isHeld()).as("after 8 s").isTrue();
        assertThat(row(still).status()).isEqualTo(MemberStatus.ACTIVE);
        beats(3);
        assertThat(still.loop.lease().isHeld()).isFalse();
        assertThat(row(still).status()).isEqualTo(MemberStatus.GONE);
        assertThat(row(still).proven()).isFalse();
        assertAllServedOnce();

        int had = still.serves.cardinality();
        still.wakeUp();
        still.loop.beat();
        assertThat(still.loop.isEnded()).isTrue();
        assertThat(still.dropped).as("it gives nothing, it drops").isEqualTo(had);
        assertThat(still.serves.isEmpty()).isTrue();
        still.loop.beat();
        assertAllServedOnce();
    }

    @Test
    void shouldTakeOverAtTheEndOfALeaseAndNotAtTheNextHeartbeat() {
        cluster(2);
        Node still = nodes.get(0);
        Node other = nodes.get(1);
        still.crash();
        clock.advance(BEAT.dividedBy(4));
        beats(4);
        assertThat(row(still).status()).isEqualTo(MemberStatus.ACTIVE);
        Duration left = other.loop.untilFirstEnd();
        assertThat(left).isLessThan(BEAT);
        clock.advance(left);
        other.loop.look();
        assertThat(row(still).status()).isEqualTo(MemberStatus.GONE);
        assertAllServedOnce();
        assertThat(other.loop.untilFirstEnd()).as("nobody else").isGreaterThan(BEAT.multipliedBy(100));
    }

    @Test
    void shouldLookOnlyOnceAtTheEndOfALeaseThatWasRenewedMeanwhile() {
        cluster(2);
        Node late = nodes.get(0);
        Node other = nodes.get(1);
        late.crash();
        clock.advance(BEAT.dividedBy(4));
        beats(4);
        Duration left = other.loop.untilFirstEnd();
        assertThat(left).isLessThan(BEAT);
        late.wakeUp();
        late.loop.beat();
        clock.advance(left);
        other.loop.look();
        assertThat(row(late).status()).isEqualTo(MemberStatus.ACTIVE);
        assertThat(other.loop.untilFirstEnd()).as("nothing is due").isGreaterThan(BEAT);
    }

    @Test
    void shouldNotLookForTheEndOfALeaseWhileItMayBuryNobody() {
        cluster(2);
        Node still = nodes.get(0);
        Node other = nodes.get(1);
        still.crash();
        clock.advance(BEAT.dividedBy(4));
        beats(4);
        assertThat(other.loop.untilFirstEnd()).isLessThan(BEAT);
        other.registry.failing = true;
        beats(2);
        assertThat(other.loop.untilFirstEnd()).as("while nobody answers").isGreaterThan(BEAT);
        other.registry.failing = false;
        beats(1);
        assertThat(other.loop.untilFirstEnd()).as("before it may judge others").isGreaterThan(BEAT);
    }

    @Test
    void shouldNotFenceWhoIsKnownToBeDead() {
        cluster(3);
        Node dead = nodes.get(0);
        dead.kill();
        nodes.get(1).loop.proveDead(dead.id());
        nodes.get(2).loop.look();
        nodes.get(2).loop.proveDead(dead.id());
        assertThat(nodes.get(1).registry.fences).isEqualTo(1);
        assertThat(nodes.get(2).registry.fences).as("it has read of it").isZero();
    }

    @Test
    void shouldStopServingBeforeAnybodyElseBegins() {
        cluster(3);
        Node still = nodes.get(0);
        still.crash();
        for (int i = 0; i < 200 && row(still).status().isLiving(); i++) {
            clock.advance(Duration.ofMillis(100));
            live().forEach(node -> node.loop.beat());
            if (!row(still).status().isLiving()) {
                assertThat(still.loop.lease().isHeld()).isFalse();
            }
        }
        assertThat(row(still).status()).isEqualTo(MemberStatus.GONE);
    }

    @Test
    void shouldGoOnUntilItsLeaseEndsWhenItIsCutOffFromTheStore() {
        cluster(3);
        Node cut = nodes.get(0);
        cut.registry.failing = true;
        beats(4);
        assertThat(cut.loop.lease().isHeld()).isTrue();
        beats(3);
        assertThat(cut.loop.lease().isHeld()).isFalse();
        cut.crash(); // it may try what it likes
        assertAllServedOnce();
        cut.wakeUp();
        cut.registry.failing = false;
        cut.loop.beat();
        assertThat(cut.loop.isEnded()).isTrue();
    }

    @Test
    void shouldResumeWithoutTakeOversWhenTheStoreWasDown() {
        cluster(3);
        List<BitSet> before =
                nodes.stream().map(node -> (BitSet) node.serves.clone()).toList();
        nodes.forEach(node -> node.registry.failing = true);
        beats(30);
        assertThat(nodes).noneMatch(node -> node.loop.lease().isHeld());
        nodes.forEach(node -> node.registry.failing = false);
        nodes.get(0).loop.beat(); // comes back first, and the others' leases are over
        beats(20);
        assertThat(nodes).allMatch(node -> node.loop.lease().isHeld() && node.dropped == 0);
        assertThat(nodes.stream().map(node -> node.serves).toList().equals(before))
                .as("the same shards as before")
                .isTrue();
    }

    @Test
    void shouldLearnFromTheRowsWhatALostAnswerHid() {
        Node one = node("one");
        beats(2);
        one.registry.losesAnswers = true;
        for (int i = 0; i < 10 && owned(one) == 0; i++) {
            clock.advance(BEAT);
            one.loop.beat();
        }
        assertThat(owned(one)).isEqualTo(FULL);
        assertThat(one.serves.isEmpty()).isTrue();
        one.registry.losesAnswers = false;
        one.loop.beat();
        assertThat(one.serves.cardinality()).isEqualTo(FULL);
    }

    @Test
    void shouldGiveNothingNewToASuspect() {
        cluster(2);
        Node suspect = node("suspect");
        beats(2);
        for (Node node : nodes) {
            node.loop.vote(nodes.get(0).id(), Set.of(suspect.id()));
            node.loop.vote(nodes.get(1).id(), Set.of(suspect.id()));
        }
        beats(2);
        assertThat(suspect.serves.isEmpty()).isTrue();
        for (Node node : nodes) {
            node.loop.vote(nodes.get(0).id(), Set.of());
        }
        beats(3);
        assertThat(suspect.serves.isEmpty()).isFalse();
    }

    @Test
    void shouldServeAgainWhatIsDrainedWhenTheReceiverIsSuspect() {
        Node suspect = drainedFor("suspect");
        Node one = nodes.get(0);
        BitSet drained = one.toDrain;
        one.loop.vote(one.id(), Set.of(suspect.id()));
        one.loop.vote(12, Set.of(suspect.id()));
        one.loop.drained(drained);
        beats(1);
        assertThat(one.serves.cardinality()).isEqualTo(FULL);
        assertThat(suspect.serves.isEmpty()).isTrue();
        one.drainsAtOnce = true;
        one.loop.vote(12, Set.of());
        beats(2);
        assertThat(suspect.serves.isEmpty()).isFalse();
    }

    @Test
    void shouldGiveAllWhenItLeaves() {
        cluster(3);
        Node leaver = nodes.get(0);
        leaver.loop.leave();
        assertThat(row(leaver).status()).isEqualTo(MemberStatus.LEAVING);
        int rounds = 0;
        while (!leaver.loop.isEnded()) {
            beats(1);
            assertServedAtMostOnce();
            assertThat(++rounds).isLessThan(60);
        }
        assertThat(row(leaver).status()).isEqualTo(MemberStatus.GONE);
        assertThat(leaver.dropped).isZero();
        assertThat(leaver.ownedWhenTold)
                .as("others are told of the last ones, and calls that come here go there")
                .isZero();
        beats(1);
        assertAllServedOnce();
    }

    @Test
    void shouldLeaveWhenSomebodyElseSaysSo() {
        cluster(3);
        Node leaver = nodes.get(0);
        assertThat(store.advance(leaver.id(), MemberStatus.LEAVING)).isTrue();
        int rounds = 0;
        while (!leaver.loop.isEnded()) {
            beats(1);
            assertServedAtMostOnce();
            assertThat(++rounds).isLessThan(60);
        }
        assertThat(row(leaver).status()).isEqualTo(MemberStatus.GONE);
        assertThat(leaver.dropped).isZero();
        beats(1);
        assertAllServedOnce();
    }

    @Test
    void shouldLeaveWhenSomebodyElseSaysSoBeforeItIsActive() {
        cluster(1);
        Node joining = node("joining");
        beats(1);
        assertThat(store.advance(joining.id(), MemberStatus.LEAVING)).isTrue();
        beats(2);
        assertThat(joining.loop.isEnded()).isTrue();
        assertThat(row(joining).status()).isEqualTo(MemberStatus.GONE);
        assertAllServedOnce();
    }

    @Test
    void shouldGiveNothingWhenItIsBuriedWhileItLeaves() throws Exception {
        cluster(2);
        Node leaver = nodes.get(0);
        leaver.loop.leave();
        beats(1);
        store.fence(leaver.id());
        int owned = owned(leaver);
        leaver.loop.beat();
        assertThat(leaver.loop.isEnded()).isTrue();
        assertThat(owned(leaver)).isEqualTo(owned);
        beats(1);
        assertAllServedOnce();
    }

    @Test
    void shouldWaitForNoRegistryWhenItLeavesAndItsLeaseIsOver() {
        cluster(2);
        Node leaver = nodes.get(0);
        leaver.registry.failing = true; // as when the pool of connections was closed before the member
        leaver.loop.leave();
        assertThat(leaver.loop.isEnded()).isFalse(); // it may come back
        while (leaver.loop.lease().isHeld()) {
            beats(1);
        }
        leaver.loop.beat();
        assertThat(leaver.loop.isEnded()).isTrue();
        assertThat(leaver.dropped).isPositive();
        beats(3);
        assertAllServedOnce();
    }

    @Test
    void shouldLeaveAtOnceWithWhatIsLeft() {
        cluster(2);
        Node leaver = nodes.get(0);
        leaver.loop.leaveNow();
        assertThat(leaver.loop.lease().isHeld()).isFalse();
        assertThat(leaver.dropped).isPositive();
        beats(1);
        assertAllServedOnce();
    }

    @Test
    void shouldWaitForTheNameOfAnEarlierStart() {
        Node first = node("same");
        beats(5);
        first.crash();
        Node second = node("same");
        beats(3);
        assertThat(second.loop.lease().isHeld()).isFalse();
        beats(8);
        assertThat(second.serves.cardinality()).isEqualTo(FULL);
        assertThat(row(first).status()).isEqualTo(MemberStatus.GONE);
    }

    @Test
    void shouldBuryNobodyElseWhenItTakesANameAfterAnOutage() {
        cluster(3);
        Node dead = nodes.get(0);
        dead.kill();
        nodes.forEach(node -> node.registry.failing = true);
        beats(10);
        nodes.forEach(node -> node.registry.failing = false);
        Node again = node(dead.info.name());
        again.loop.beat();
        assertThat(again.loop.lease().isHeld()).isTrue();
        assertThat(row(dead).status()).isEqualTo(MemberStatus.GONE);
        beats(40);
        assertThat(nodes.get(1).loop.isEnded()).isFalse();
        assertThat(nodes.get(2).loop.isEnded()).isFalse();
        assertAllServedOnce();
    }

    @Test
    void shouldEndWhenItWasBuriedBeforeItKnewThatItHadJoined() {
        cluster(2);
        Node late = node("late");
        late.registry.losesAnswers = true;
        late.loop.beat();
        late.crash();
        late.registry.losesAnswers = false;
        beats(8);
        assertThat(row(late).status()).isEqualTo(MemberStatus.GONE);
        late.wakeUp();
        late.loop.beat();
        assertThat(late.loop.isEnded()).isTrue();
    }

    @Test
    void shouldHaveALeaseFromNowWhenTheAnswerToItsJoinWasLost() {
        Node one = node("one");
        one.registry.losesAnswers = true;
        one.loop.beat();
        one.registry.losesAnswers = false;
        clock.advance(BEAT.multipliedBy(4));
        one.loop.beat();
        clock.advance(BEAT.multipliedBy(2)); // the lease of the join is over
        assertThat(one.loop.lease().isHeld()).isTrue();
        assertThat(store.bury()).isZero();
    }

    @Test
    void shouldEndWithAllShardsServedOnceWhateverHappens() {
        for (int seed = 0; seed < 30; seed++) {
            chaos(new MemberLoopTest(), new Random(seed));
        }
    }

    private static void chaos(MemberLoopTest run, Random random) {
        run.cluster(2 + random.nextInt(3));
        for (int event = 0; event < 12; event++) {
            List<Node> live = run.live();
            Node any = live.get(random.nextInt(live.size()));
            switch (random.nextInt(6)) {
                case 0 -> run.node("extra-" + event);
                case 1 -> {
                    if (live.size() > 2) {
                        any.crash();
                    }
                }
                case 2 -> any.registry.failing = !any.registry.failing;
                case 3 -> any.registry.losesAnswers = !any.registry.losesAnswers;
                case 4 -> {
                    if (live.size() > 2) {
                        any.loop.leave();
                    }
                }
                default -> run.nodes.stream().filter(node -> node.crashed).forEach(Node::wakeUp);
            }
            for (int beat = random.nextInt(8); beat > 0; beat--) {
                run.beats(1);
                run.assertServedAtMostOnce();
            }
        }
        run.nodes.forEach(node -> {
            node.registry.failing = false;
            node.registry.losesAnswers = false;
        });
        run.node("last");
        run.beats(100);
        run.assertAllServedOnce();
    }

    private void cluster(int size) {
        for (int i = 0; i < size; i++) {
            node("member-" + i);
        }
        beats(5);
        assertAllServedOnce();
    }

    private Node node(String name) {
        Node node = new Node(name);
        nodes.add(node);
        return node;
    }

    /** All that live beat, some times. */
    private void beats(int count) {
        for (int i = 0; i < count; i++) {
            live().forEach(node -> node.loop.beat());
            clock.advance(BEAT);
        }
        live().forEach(node -> node.loop.beat());
    }

    private List<Node> live() {
        return nodes.stream().filter(node -> !node.crashed).toList();
    }

    private MemberRow row(Node node) {
        return Objects.requireNonNull(roster().member(node.id()));
    }

    private Roster roster() {
        Roster roster = new Roster();
        roster.apply(store.read(0));
        return roster;
    }

    private int owned(Node node) {
        int owned = 0;
        for (long owner : roster().owners()) {
            owned += owner == node.id() ? 1 : 0;
        }
        return owned;
    }

    /** Of those whose lease is held: only they answer. */
    private void assertServedAtMostOnce() {
        BitSet served = new BitSet();
        for (Node node : nodes) {
            if (node.answers()) {
                assertThat(served.intersects(node.serves)).isFalse();
                served.or(node.serves);
            }
        }
    }

    private void assertAllServedOnce() {
        assertServedAtMostOnce();
        int served = nodes.stream()
                .filter(Node::answers)
                .mapToInt(node -> node.serves.cardinality())
                .sum();
        assertThat(served).isEqualTo(FULL);
    }

    private final class Node implements ShardHolder {
        private final MemberInfo info;
        private final Unsteady registry = new Unsteady();
        private final MemberLoop loop;
        private final BitSet serves = new BitSet();
        private BitSet toDrain = new BitSet();
        private boolean drainsAtOnce = true;
        private boolean crashed;
        private boolean killed;
        private int drains;
        private int largestDrain;
        private int dropped;

        /** Shards, by what it has seen last, and by what it has told others last. */
        private long owned;

        private long ownedWhenTold;

        Node(String name) {
            this.info = new MemberInfo(ids++, name, "", "", "", List.of(), 1);
            this.loop = new MemberLoop(info, registry, clock, SimulatedCluster.TIMES, this);
        }

        long id() {
            return info.id();
        }

        /** Does nothing any more, or stands still. */
        void crash() {
            crashed = true;
        }

        /** Is no more. */
        void kill() {
            crashed = true;
            killed = true;
        }

        boolean answers() {
            return !killed && loop.lease().isHeld();
        }

        void wakeUp() {
            crashed = killed;
        }

        @Override
        public void serve(List<ShardRow> rows) {
            rows.forEach(row -> {
                assertThat(row.owner()).isEqualTo(id());
                assertThat(row.epoch()).isPositive();
                serves.set(row.no());
            });
        }

        @Override
        public void drain(BitSet shards) {
            drains++;
            toDrain = (BitSet) shards.clone();
            largestDrain = Math.max(largestDrain, toDrain.cardinality());
            serves.andNot(shards);
            if (drainsAtOnce) {
                loop.drained(shards);
            }
        }

        @Override
        public void seen(Roster roster) {
            owned = LongStream.of(roster.owners())
                    .filter(owner -> owner == id())
                    .count();
        }

        @Override
        public void changed() {
            ownedWhenTold = owned;
        }

        @Override
        public void drop(BitSet shards) {
            BitSet served = (BitSet) shards.clone();
            served.and(serves);
            dropped += served.cardinality();
            serves.andNot(shards);
        }
    }

    /** The store, or what a broken network leaves of it. */
    private final class Unsteady implements Registry {
        private boolean failing;
        private boolean losesAnswers;
        private int fences;

        /** Of each operation. */
        private Duration takes = Duration.ZERO;

        /** How often the lease of the only member was over when its registry had answered. */
        private int lapses;

        private <T> T slowly(Supplier<T> call) {
            clock.advance(takes);
            T answer = call.get();
            lapses += nodes.get(0).loop.lease().isHeld() ? 0 : 1;
            return answer;
        }

        private <T> T answer(Supplier<T> call) throws RegistryException {
            if (failing) {
                throw new RegistryException("cut off", new IOException());
            }
            T answer = slowly(call);
            if (losesAnswers) {
                throw new RegistryException("the answer is lost", new IOException());
            }
            return answer;
        }

        @Override
        public boolean join(MemberInfo member) throws RegistryException {
            boolean joined = answer(() -> store.join(member));
            lapses = 0; // before it had none
            return joined;
        }

        @Override
        public OptionalLong renew(long member) throws RegistryException {
            if (failing) {
                throw new RegistryException("cut off", new IOException());
            }
            return slowly(() -> store.renew(member));
        }

        @Override
        public Map<Long, Duration> leases() throws RegistryException {
            return answer(store::leases);
        }

        @Override
        public RegistryDelta read(long since) throws RegistryException {
            if (failing) {
                throw new RegistryException("cut off", new IOException());
            }
            return slowly(() -> store.read(since));
        }

        @Override
        public boolean advance(long member, MemberStatus next) throws RegistryException {
            return answer(() -> store.advance(member, next));
        }

        @Override
        public boolean fence(long member) throws RegistryException {
            fences++;
            return answer(() -> store.fence(member));
        }

        @Override
        public int bury() throws RegistryException {
            return answer(store::bury);
        }

        @Override
        public List<ShardRow> claim(long member, BitSet shards) throws RegistryException {
            return answer(() -> store.claim(member, shards));
        }

        @Override
        public List<ShardRow> give(long member, BitSet shards, long to) throws RegistryException {
            return answer(() -> store.give(member, shards, to));
        }

        @Override
        public Watching watch(Runnable changed) {
            return store.watch(changed);
        }

        @Override
        public void close() {}
    }
}
