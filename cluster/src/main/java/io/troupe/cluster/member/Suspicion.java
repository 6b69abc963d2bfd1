// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Who cannot be reached, by the votes of members: two of them make a member suspect. It gets no new shards then, nothing more; only
 * the registry says who is dead. A vote that is not repeated lapses. One thread.
 */
final class Suspicion {
    /** Votes that make a member suspect: one voter may be the one that is cut off. */
    static final int VOTES = 2;

    private final Clock clock;
    private final long nanos;
    private final Map<Long, Vote> votes = new HashMap<>();

    private record Vote(Set<Long> unreachable, long end) {}

    /**
     * Without votes.
     *
     * @param clock of this member
     * @param valid how long a vote counts
     */
    Suspicion(Clock clock, Duration valid) {
        this.clock = clock;
        this.nanos = valid.toNanos();
    }

    /** What a member cannot reach now, in place of what it has said before. */
    void vote(long voter, Set<Long> unreachable) {
        if (unreachable.isEmpty()) {
            votes.remove(voter);
        } else {
            votes.put(voter, new Vote(Set.copyOf(unreachable), clock.nanos() + nanos));
        }
    }

    /** A member is gone: its vote does not count any more. */
    void forget(long member) {
        votes.remove(member);
    }

    /** Whether two others cannot reach it now. */
    boolean isSuspect(long member) {
        if (votes.isEmpty()) {
            return false; // nearly always, and for each shard that moves
        }
        long now = clock.nanos();
        votes.values().removeIf(vote -> vote.end - now <= 0);
        return votes.entrySet().stream()
                        .filter(each -> each.getKey() != member
                                && each.getValue().unreachable.contains(member))
                        .count()
                >= VOTES;
    }
}
