// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.shard.Plan;
import io.troupe.cluster.shard.Shards;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of a cluster: joins, renews its lease, claims what the dead leave, gives what others should have, and leaves.
 * Somebody beats it at regular intervals, and in between when there is news. It waits for the registry only. One thread;
 * the lease may be asked by any.
 */
final class MemberLoop {
    private static final Logger LOG = LoggerFactory.getLogger(MemberLoop.class);

    private static final String DEAD = "it is dead by the registry";

    /** Members that look for the dead in the time of one heartbeat, about: more is work for the store. */
    private static final int BURIALS = 8;

    /** Of so many living members each looks at the leases with each heartbeat; of more, somebody looks for the dead all the time. */
    private static final int MOST_WATCHED = 2 * BURIALS - 1;

    /** Leases are read in whole milliseconds, and an answer takes some: then it is over. */
    private static final long PAST_END_NANOS = 10_000_000;

    private final MemberInfo info;
    private final Registry registry;
    private final Clock clock;
    private final MemberTimes times;
    private final ShardHolder holder;
    private final Lease lease;
    private final Suspicion suspicion;
    private volatile int suspects;
    private final Roster roster = new Roster();
    private final WantedOwners wantedOwners;

    private State state = State.NEW;
    private long joinedNanos;

    /** Since when no renewal has failed. */
    private long steadyNanos;

    private boolean steady;

    /** When it was last logged that the registry does not answer, once per lease; null: it answers. */
    private @Nullable Long silenceToldNanos;

    private long renewedNanos;
    private long buriedNanos;

    /** When the first lease of another member ends, if that is before the next heartbeat; null: none does. */
    private @Nullable Long firstEnd;

    private int beats;
    private boolean leaving;

    /** Whether it wants shards once it has waited for others. */
    private boolean hosting = true;

    /** Shards that the holder has, also those that it drains. */
    private final BitSet held = new BitSet(Shards.COUNT);

    private final BitSet draining = new BitSet(Shards.COUNT);
    private final BitSet drained = new BitSet(Shards.COUNT);

    private enum State {
        NEW,
        MEMBER,
        ENDED
    }

    MemberLoop(MemberInfo info, Registry registry, Clock clock, MemberTimes times, ShardHolder holder) {
        this(info, registry, clock, times, holder, new WantedOwners(clock, times, CappedRendezvous::owners));
    }

    MemberLoop(
            MemberInfo info,
            Registry registry,
            Clock clock,
            MemberTimes times,
            ShardHolder holder,
            WantedOwners wantedOwners) {
        this.info = info;
        this.registry = registry;
        this.clock = clock;
        this.times = times;
        this.holder = holder;
        this.lease = new Lease(clock, times.lease(), times.margin());
        this.suspicion = new Suspicion(clock, times.lease());
        this.wantedOwners = wantedOwners;
    }

    /** Whether the member may serve now: to be asked when a turn begins, and before its answer leaves. */
    Lease lease() {
        return lease;
    }

    /** Whether it is dead or has left, for good. */
    boolean isEnded() {
        return state == State.ENDED;
    }

    /**
     * Does what is due: once per heartbeat, and whenever there is news. Failures of the registry are logged; the next beat tries
     * again.
     */
    void beat() {
        attempt(() -> {
            switch (state) {
                case NEW -> join();
                case MEMBER -> renewAndAct();
                case ENDED -> {}
            }
        });
    }

    /** Does what is due because there is news; a lease that was renewed a moment ago is not renewed again. */
    void look() {
        if (state == State.MEMBER && clock.nanos() - renewedNanos < times.beat().toNanos() / 2) {
            attempt(() -> {
                follow();
                if (state == State.MEMBER) {
                    act();
                }
            });
        } else {
            beat();
        }
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (RegistryException e) {
            unanswered(e);
        }
    }

    private void unanswered(RegistryException e) {
        if (state == State.ENDED) {
            return;
        }
        steady = false;
        firstEnd = null; // it judges nobody before it has been steady for a lease
        long now = clock.nanos();
        Long told = silenceToldNanos;
        if (told == null || now - told >= times.lease().toNanos()) {
            silenceToldNanos = now;
            LOG.warn(
                    "a registry did not answer, it is asked again: member={}, leaseLeft={}, cause={}",
                    name(),
                    lease.left(),
                    e.toString());
        }
        if (state == State.MEMBER && leaving && !lease.isHeld()) {
            end("its lease was over before it could give all away");
        }
    }

    /** Whether it wants shards: a member that hosts nothing calls others, and owns nothing. */
    void hosting(boolean wants) {
        hosting = wants;
    }

    private void join() throws RegistryException {
        Lease.Start start = lease.start();
        boolean joined = registry.join(info);
        if (!joined) {
            roster.apply(registry.read(0));
            if (!isKnown()) {
                Namesakes.end(info, roster, registry);
                start = lease.start();
                joined = registry.join(info);
            }
        }
        if (joined) {
            renewed(start);
        } else if (isKnown()) {
            renew(); // it has joined, though the answer was lost; perhaps it has been buried since
        } else {
            LOG.warn("a name must belong to one member: name={}, id={}", info.name(), info.id());
            return;
        }
        state = State.MEMBER;
        joinedNanos = clock.nanos();
        buriedNanos = joinedNanos;
        followOwnChange();
        act();
    }

    private boolean isKnown() {
        return roster.member(info.id()) != null;
    }

    private void renewAndAct() throws RegistryException {
        long view = renew();
        if (view > roster.view()) {
            follow();
        } else {
            holder.seen(roster);
        }
        act();
    }

    /** Returns the number of the view. A member that is dead ends, and goes no step further. */
    private long renew() throws RegistryException {
        Lease.Start start = lease.start();
        OptionalLong view = registry.renew(info.id());
        if (view.isEmpty()) {
            end(DEAD);
            throw new RegistryException(DEAD, new IllegalStateException(DEAD)); // ends the step
        }
        renewed(start);
        return view.getAsLong();
    }

    private void renewed(Lease.Start start) {
        lease.renewed(start);
        renewedNanos = start.nanos();
        noteSteady();
    }

    /** Before each step that may take long: the lease must not end because the member is busy with the registry. */
    private void keepLease() throws RegistryException {
        if (state == State.MEMBER
                && clock.nanos() - renewedNanos >= times.beat().toNanos()) {
            renew();
        }
    }

    private void noteSteady() {
        if (silenceToldNanos != null) {
            silenceToldNanos = null;
            LOG.info("a registry answers again: member={}", name());
        }
        if (!steady) {
            steady = true;
            steadyNanos = clock.nanos();
        }
    }

    private void act() throws RegistryException {
        if (state == State.MEMBER && !leaving && hosting && hasWaitedForOthers()) {
            keepLease();
            registry.advance(info.id(), MemberStatus.ACTIVE);
            followOwnChange();
        }
        if (state == State.MEMBER && hasSeenAWholeLease() && isTimeToBury()) {
            keepLease();
            if (registry.bury() > 0) {
                followOwnChange();
            } else if (living() <= MOST_WATCHED) {
                noteFirstEnd();
            }
        }
        if (state == State.MEMBER) {
            step();
        }
    }

    /** With regular beats, not with each piece of news, and when a lease was to end. */
    private boolean isTimeToBury() {
        long now = clock.nanos();
        boolean hasEnded = untilFirstEnd().isZero();
        if (!hasEnded && now - buriedNanos < times.beat().toNanos() / 2) {
            return false;
        }
        buriedNanos = now;
        firstEnd = null;
        return hasEnded || isItsTurn();
    }

    /** A living member renews far before; a dead one is not to wait for the next heartbeat of somebody else. */
    private void noteFirstEnd() throws RegistryException {
        keepLease();
        long now = clock.nanos();
        registry.leases().entrySet().stream()
                .filter(each -> each.getKey() != info.id())
                .map(Map.Entry::getValue)
                .filter(left -> left.compareTo(times.beat()) < 0)
                .min(Comparator.naturalOrder())
                .ifPresent(left -> firstEnd = now + untilBuried(left));
    }

    /** A registry that counts in seconds may say for a while that nothing is left, and bury nobody. */
    private long untilBuried(Duration left) {
        return left.isZero() || left.isNegative() ? times.beat().toNanos() / 10 : left.toNanos() + PAST_END_NANOS;
    }

    /**
     * How long to wait until the lease of another member ends, as it was when it was looked at: {@link #look} is due then. Longer
     * than any lease: none ends before the next heartbeat.
     */
    Duration untilFirstEnd() {
        Long end = firstEnd;
        return end == null ? Duration.ofNanos(Long.MAX_VALUE) : Duration.ofNanos(Math.max(0, end - clock.nanos()));
    }

    private boolean hasWaitedForOthers() {
        MemberRow me = roster.member(info.id());
        return me != null
                && me.status() == MemberStatus.JOINING
                && clock.nanos() - joinedNanos >= times.joinDelay().toNanos();
    }

    /**
     * Whether it may judge others: after an outage of the registry all leases are over, and whoever comes back first must not bury
     * those who come back a moment later.
     */
    private boolean hasSeenAWholeLease() {
        return steady && clock.nanos() - steadyNanos >= times.lease().toNanos();
    }

    /** Whether it looks for the dead in this beat. Some {@value #BURIALS} members do, in turn: one would do, if it never stood still. */
    private boolean isItsTurn() {
        beats++;
        long before = roster.members().stream()
                .filter(row -> row.status().isLiving() && row.id() < info.id())
                .count();
        return (beats + before) % Math.max(1, living() / BURIALS) == 0;
    }

    private long living() {
        return roster.members().stream().filter(row -> row.status().isLiving()).count();
    }

    /** Reads what has changed, and tells the holder. */
    private void follow() throws RegistryException {
        keepLease();
        roster.apply(registry.read(roster.view()));
        roster.members().stream().filter(row -> !row.status().isLiving()).forEach(row -> suspicion.forget(row.id()));
        if (roster.isDead(info.id())) {
            end(DEAD);
        } else {
            leaving |= isToldToLeave();
            reconcile();
            holder.seen(roster);
        }
    }

    /** Others are told by the member that has changed something, and by no other: a thousand would tell each other. */
    private void followOwnChange() throws RegistryException {
        follow();
        if (state == State.MEMBER) {
            holder.changed();
        }
    }

    /** Whether somebody else, say an operator, has set the status. */
    private boolean isToldToLeave() {
        MemberRow me = roster.member(info.id());
        return me != null && me.status() == MemberStatus.LEAVING;
    }

    private void reconcile() {
        long[] owners = roster.owners();
        List<ShardRow> gained = new ArrayList<>();
        BitSet lost = new BitSet(Shards.COUNT);
        for (int shard = 0; shard < owners.length; shard++) {
            boolean mine = owners[shard] == info.id();
            if (mine && !held.get(shard)) {
                gained.add(row(shard));
            } else if (!mine && held.get(shard)) {
                lost.set(shard);
            }
        }
        gained.forEach(row -> held.set(row.no()));
        held.andNot(lost);
        BitSet robbed = (BitSet) lost.clone();
        robbed.andNot(drained);
        draining.andNot(lost);
        drained.andNot(lost);
        if (!gained.isEmpty()) {
            holder.serve(gained);
        }
        if (!robbed.isEmpty()) {
            holder.drop(robbed);
        }
    }

    private ShardRow row(int shard) {
        return new ShardRow(shard, info.id(), roster.epoch(shard), roster.view());
    }

    /** Claims, drains and gives towards the wanted owners. */
    private void step() throws RegistryException {
        countSuspects();
        long[] wanted = wantedOwners.of(roster);
        Plan plan = plan(wanted);
        if (!plan.claims().isEmpty()) {
            keepLease();
            List<ShardRow> claimed = registry.claim(info.id(), plan.claims());
            if (!claimed.isEmpty()) {
                LOG.info("a member has taken over: member={}, shards={}", name(), claimed.size());
            }
            claimed.forEach(roster::apply);
            reconcile();
        }
        boolean given = giveDrained(wanted);
        boolean isLeft = held.equals(drained); // nobody wants what is still here
        if (leaving && !wantedOwners.isAnybodyActive(roster)) {
            drainAll(); // nobody gets them, so they are left to whoever comes
        } else {
            drainMore(given ? plan(wanted) : plan); // the next ones, not those that were just given
        }
        if (given || !plan.claims().isEmpty()) {
            followOwnChange(); // so that the number of the view is that of the change
        }
        if (state == State.MEMBER && leaving && isLeft) {
            registry.advance(info.id(), MemberStatus.GONE);
            end("it has left");
        }
    }

    private Plan plan(long[] wanted) {
        return Plan.of(info.id(), wanted, roster.owners(), roster::isDead, this::receives);
    }

    /** Gives what is drained to whoever should have it now, or serves it again. */
    private boolean giveDrained(long[] wanted) throws RegistryException {
        Map<Long, BitSet> gives = new TreeMap<>();
        List<ShardRow> again = new ArrayList<>();
        drained.stream().forEach(shard -> {
            boolean ready = receives(wanted[shard]);
            if (wanted[shard] == info.id() || (!ready && !leaving)) {
                again.add(row(shard)); // nobody else serves it meanwhile
            } else if (ready) {
                gives.computeIfAbsent(wanted[shard], id -> new BitSet(Shards.COUNT))
                        .set(shard);
            }
        });
        if (!again.isEmpty()) {
            again.forEach(row -> {
                drained.clear(row.no());
                draining.clear(row.no());
            });
            holder.serve(again);
        }
        for (Map.Entry<Long, BitSet> give : gives.entrySet()) {
            keepLease();
            registry.give(info.id(), give.getValue(), give.getKey()).forEach(roster::apply);
        }
        reconcile();
        return !gives.isEmpty();
    }

    private void drainAll() {
        BitSet more = (BitSet) held.clone();
        more.andNot(draining);
        if (!more.isEmpty()) {
            draining.or(more);
            holder.drain(more);
        }
    }

    private void drainMore(Plan plan) {
        BitSet more = new BitSet(Shards.COUNT);
        plan.gives().values().forEach(more::or);
        more.and(held);
        more.andNot(draining);
        int room = Plan.STEP - draining.cardinality();
        BitSet some = new BitSet(Shards.COUNT);
        more.stream().limit(Math.max(0, room)).forEach(some::set);
        if (!some.isEmpty()) {
            draining.or(some);
            holder.drain(some);
        }
    }

    /** Whether a member may get shards: one that is suspect keeps what it has, and gets nothing new. */
    private boolean receives(long member) {
        MemberRow row = roster.member(member);
        return row != null && row.status() == MemberStatus.ACTIVE && !suspicion.isSuspect(member);
    }

    /** The holder has drained shards that it was told to drain: the next beat gives them. */
    void drained(BitSet shards) {
        BitSet known = (BitSet) shards.clone();
        known.and(draining);
        drained.or(known);
    }

    /** What a member, this one or another, says that it cannot reach. */
    void vote(long voter, Set<Long> unreachable) {
        suspicion.vote(voter, unreachable);
        countSuspects();
    }

    /** How many others get nothing new, as two members cannot reach them. Any thread. */
    int suspects() {
        return suspects;
    }

    private void countSuspects() {
        suspects = (int) roster.members().stream()
                .filter(row -> row.status().isLiving() && suspicion.isSuspect(row.id()))
                .count();
    }

    /** The death of a member is proved: nobody listens at its address, or somebody else does. Takes over at once. */
    void proveDead(long member) {
        if (!roster.isDead(member)) { // else another member was first
            whileMember(id -> registry.fence(member));
        }
    }

    /** Begins to leave: the following beats give all shards away, and end the member. */
    void leave() {
        leaving = true;
        if (state == State.NEW) {
            end("it has left");
        }
        whileMember(id -> registry.advance(id, MemberStatus.LEAVING));
    }

    /** Ends at once, with what is left: its shards are free for others. */
    void leaveNow() {
        leaving = true;
        whileMember(id -> registry.advance(id, MemberStatus.GONE));
        end("it has left");
    }

    private void whileMember(RegistryCall call) {
        if (state == State.MEMBER) {
            try {
                call.run(info.id());
                followOwnChange();
                if (state == State.MEMBER) {
                    step();
                }
            } catch (RegistryException e) {
                unanswered(e);
            }
        }
    }

    /** A member that is dead gives nothing, and commits nothing. */
    private void end(String why) {
        if (state != State.ENDED) {
            state = State.ENDED;
            firstEnd = null;
            lease.end();
            BitSet all = (BitSet) held.clone();
            held.clear();
            draining.clear();
            drained.clear();
            LOG.info("a member has ended: member={}, shards={}, because {}", name(), all.cardinality(), why);
            if (!all.isEmpty()) {
                holder.drop(all);
            }
            holder.ended(why + ": member=" + name());
        }
    }

    private String name() {
        return info.name();
    }

    private interface Step {
        void run() throws RegistryException;
    }

    private interface RegistryCall {
        void run(long id) throws RegistryException;
    }
}
