// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.Roster;
import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When a member looks for those whose leases are over: in turn with others at its heartbeats, and, as long as the members are few,
 * at the moment when the first lease ends. One thread.
 */
final class LeaseWatch {
    /** Members that look for the dead in the time of one heartbeat, about: more is work for the store. */
    private static final int BURIALS = 8;

    /** Of so many living members each looks at the leases with each heartbeat; of more, somebody looks for the dead all the time. */
    private static final int MOST_WATCHED = 2 * BURIALS - 1;

    /** Leases are read in whole milliseconds, and an answer takes some: then it is over. */
    private static final long PAST_END_NANOS = 10_000_000;

    private final long self;
    private final Roster roster;
    private final Clock clock;
    private final MemberTimes times;

    /** When it looked last. */
    private long lookedNanos;

    /** When the first lease of another member ends, if that is before the next heartbeat; null: none does. */
    private @Nullable Long firstEnd;

    private int beats;

    /**
     * Watches nothing yet.
     *
     * @param self id of the member
     * @param roster of the members
     */
    LeaseWatch(long self, Roster roster, Clock clock, MemberTimes times) {
        this.self = self;
        this.roster = roster;
        this.clock = clock;
        this.times = times;
    }

    /** The member has joined: its first turn is a beat later. */
    void begin() {
        lookedNanos = clock.nanos();
    }

    /** The member judges nobody until it knows more. */
    void forget() {
        firstEnd = null;
    }

    /**
     * Whether the member is to look now: with regular beats, not with each piece of news, and when a lease was to end. If so, that
     * turn has been taken.
     */
    boolean takeTurn() {
        long now = clock.nanos();
        boolean hasEnded = untilFirstEnd().isZero();
        if (!hasEnded && now - lookedNanos < times.beat().toNanos() / 2) {
            return false;
        }
        lookedNanos = now;
        firstEnd = null;
        return hasEnded || isItsTurn();
    }

    /** Some {@value #BURIALS} members look in each beat, in turn: one would do, if it never stood still. */
    private boolean isItsTurn() {
        beats++;
        long before = roster.members().stream()
                .filter(row -> row.status().isLiving() && row.id() < self)
                .count();
        return (beats + before) % Math.max(1, living() / BURIALS) == 0;
    }

    /** Whether the members are so few that each of them looks at all leases. */
    boolean isOfFew() {
        return living() <= MOST_WATCHED;
    }

    private long living() {
        return roster.members().stream().filter(row -> row.status().isLiving()).count();
    }

    /**
     * Notes the first end: a living member renews far before, and a dead one is not to wait for the next heartbeat of somebody else.
     *
     * @param leases what is left of each, by the ids of the members
     * @param asked when they were asked for, on the clock: a registry that is slow to answer delays no burial
     */
    void note(Map<Long, Duration> leases, long asked) {
        leases.entrySet().stream()
                .filter(each -> each.getKey() != self)
                .map(Map.Entry::getValue)
                .filter(left -> left.compareTo(times.beat()) < 0)
                .min(Comparator.naturalOrder())
                .ifPresent(left -> firstEnd = asked + untilBuried(left));
    }

    /** A registry that counts in seconds may say for a while that nothing is left, and bury nobody. */
    private long untilBuried(Duration left) {
        return left.isZero() || left.isNegative() ? times.beat().toNanos() / 10 : left.toNanos() + PAST_END_NANOS;
    }

    /** How long to wait until the first lease ends, as it was noted. Longer than any lease: none ends before the next heartbeat. */
    Duration untilFirstEnd() {
        Long end = firstEnd;
        return end == null ? Duration.ofNanos(Long.MAX_VALUE) : Duration.ofNanos(Math.max(0, end - clock.nanos()));
    }
}
