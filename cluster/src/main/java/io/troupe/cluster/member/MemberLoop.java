// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.BitSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of a cluster, from when it joins until it has left or is dead: in each step it keeps its lease, follows the registry,
 * looks for the dead, and moves shards. Somebody beats it at regular intervals, and in between when there is news. It waits for
 * the registry only. One thread; the lease may be asked by any.
 */
final class MemberLoop {
    private static final Logger LOG = LoggerFactory.getLogger(MemberLoop.class);

    private static final String DEAD = "it is dead by the registry";

    private final MemberInfo info;
    private final Registry registry;
    private final Clock clock;
    private final MemberTimes times;
    private final ShardHolder holder;
    private final Roster roster = new Roster();
    private final LeaseRenewal renewal;
    private final LeaseWatch watch;
    private final Suspicion suspicion;
    private final ShardMoves moves;
    private volatile int suspects;

    private State state = State.NEW;
    private long joinedNanos;
    private boolean leaving;

    /** Whether it wants shards once it has waited for others. */
    private boolean hosting = true;

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
        this.renewal = new LeaseRenewal(info, registry, clock, times);
        this.watch = new LeaseWatch(info.id(), roster, clock, times);
        this.suspicion = new Suspicion(clock, times.lease());
        this.moves = new ShardMoves(info, registry, roster, renewal, suspicion, wantedOwners, holder);
    }

    /** Whether the member may serve now: to be asked when a turn begins, and before its answer leaves. */
    Lease lease() {
        return renewal.lease();
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
        if (state == State.MEMBER && renewal.isFresh()) {
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

    private void attempt(RegistryStep step) {
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
        if (renewal.isDead()) {
            end(DEAD);
            return;
        }
        watch.forget(); // it judges nobody before the registry has been steady for a lease
        renewal.failed(e);
        if (state == State.MEMBER && leaving && !lease().isHeld()) {
            end("its lease was over before it could give all away");
        }
    }

    /** Whether it wants shards: a member that hosts nothing calls others, and owns nothing. */
    void hosting(boolean wants) {
        hosting = wants;
    }

    private void join() throws RegistryException {
        Lease.Start start = lease().start();
        boolean joined = registry.join(info);
        if (!joined) {
            roster.apply(registry.read(0));
            if (!isKnown()) {
                Namesakes.end(info, roster, registry);
                start = lease().start();
                joined = registry.join(info);
            }
        }
        if (joined) {
            renewal.renewed(start);
        } else if (isKnown()) {
            renewal.renew(); // it has joined, though the answer was lost; perhaps it has been buried since
        } else {
            LOG.warn("a name must belong to one member: name={}, id={}", info.name(), info.id());
            return;
        }
        state = State.MEMBER;
        joinedNanos = clock.nanos();
        watch.begin();
        followOwnChange();
        act();
    }

    private boolean isKnown() {
        return roster.member(info.id()) != null;
    }

    private void renewAndAct() throws RegistryException {
        long view = renewal.renew();
        if (view > roster.view()) {
            follow();
        } else {
            holder.seen(roster);
        }
        act();
    }

    private void act() throws RegistryException {
        if (state == State.MEMBER && !leaving && hosting && hasWaitedForOthers()) {
            renewal.keep();
            registry.advance(info.id(), MemberStatus.ACTIVE);
            followOwnChange();
        }
        if (state == State.MEMBER && mayJudge() && watch.takeTurn()) {
            renewal.keep();
            if (registry.bury() > 0) {
                followOwnChange();
            } else if (watch.isOfFew()) {
                renewal.keep();
                long asked = clock.nanos();
                watch.note(registry.leases(), asked);
            }
        }
        if (state == State.MEMBER) {
            step();
        }
    }

    /**
     * How long to wait until the lease of another member ends, as it was when it was looked at: {@link #look} is due then. Longer
     * than any lease: none ends before the next heartbeat.
     */
    Duration untilFirstEnd() {
        return watch.untilFirstEnd();
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
    private boolean mayJudge() {
        return renewal.isSteady();
    }

    /** Reads what has changed, and tells the holder. */
    private void follow() throws RegistryException {
        renewal.keep();
        roster.apply(registry.read(roster.view()));
        roster.members().stream().filter(row -> !row.status().isLiving()).forEach(row -> suspicion.forget(row.id()));
        if (roster.isDead(info.id())) {
            end(DEAD);
        } else {
            leaving |= isToldToLeave();
            moves.follow();
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

    /** Moves shards; a member that leaves has ended when there is nobody who takes what it still has. */
    private void step() throws RegistryException {
        countSuspects();
        ShardMoves.Step done = moves.step(leaving);
        if (done.changed()) {
            followOwnChange(); // so that the number of the view is that of the change
        }
        if (state == State.MEMBER && leaving && done.allDrained()) {
            registry.advance(info.id(), MemberStatus.GONE);
            end("it has left");
        }
    }

    /** The holder has drained shards that it was told to drain: the next beat gives them. */
    void drained(BitSet shards) {
        moves.drained(shards);
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
            watch.forget();
            lease().end();
            LOG.info("a member has ended: member={}, shards={}, because {}", info.name(), moves.count(), why);
            moves.dropAll();
            holder.ended(why + ": member=" + info.name());
        }
    }

    private interface RegistryStep {
        void run() throws RegistryException;
    }

    private interface RegistryCall {
        void run(long id) throws RegistryException;
    }
}
