// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.lease;

import io.troupe.dispatch.timer.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Who cannot be reached, by the votes of watchers: two of them make a member suspect. It gets no new shards then, nothing
 * more; only the store says who is dead. A vote that is not repeated lapses. One thread.
 */
public final class Suspicion {
    /** Votes that make a member suspect: one watcher may be the one that is cut off. */
    static final int VOTES = 2;

    private final Clock clock;
    private final long nanos;

    /** When the vote of a watcher lapses, by member and watcher. */
    private final Map<Long, Map<Long, Long>> votes = new HashMap<>();

    /**
     * Without votes.
     *
     * @param clock of this member
     * @param valid how long a vote counts
     */
    public Suspicion(Clock clock, Duration valid) {
        this.clock = clock;
        this.nanos = valid.toNanos();
    }

    /** A watcher cannot reach a member. A member's vote on itself does not count. */
    public void accuse(long watcher, long member) {
        if (watcher != member) {
            votes.computeIfAbsent(member, id -> new HashMap<>()).put(watcher, clock.nanos() + nanos);
        }
    }

    /** A watcher reaches a member again. */
    public void acquit(long watcher, long member) {
        Map<Long, Long> known = votes.get(member);
        if (known != null && known.remove(watcher) != null && known.isEmpty()) {
            votes.remove(member);
        }
    }

    /** A member is gone: neither its votes count any more, nor those about it. */
    public void forget(long member) {
        votes.remove(member);
        votes.values().forEach(known -> known.remove(member));
        votes.values().removeIf(Map::isEmpty);
    }

    /** Whether two watchers cannot reach it now. */
    public boolean isSuspect(long member) {
        Map<Long, Long> known = votes.get(member);
        if (known == null) {
            return false;
        }
        long now = clock.nanos();
        known.values().removeIf(end -> end - now <= 0);
        return known.size() >= VOTES;
    }
}
