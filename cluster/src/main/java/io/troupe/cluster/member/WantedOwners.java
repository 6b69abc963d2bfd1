// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.shard.Candidate;
import io.troupe.dispatch.timer.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The owners that all members wish for, as one of them has read of the members. Thought out when the members have changed, as a
 * thousand of them take some ten milliseconds. One thread.
 */
final class WantedOwners {
    private static final int MOST_PLACED = 6;

    private final Clock clock;
    private final long patience;
    private final Function<List<Candidate>, long[]> placement;

    /** When those who join were seen first. */
    private final Map<Long, Long> joiners = new HashMap<>();

    /** Up to which change of the members the lists are complete. */
    private long changes = -1;

    private List<Candidate> active = List.of();
    private List<Candidate> joining = List.of();

    /** Those of the last candidates, with and without who joins, of several versions. */
    private final Map<List<Candidate>, long[]> placed = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Candidate>, long[]> eldest) {
            return size() > MOST_PLACED;
        }
    };

    /**
     * Knows no members.
     *
     * @param clock of the member
     * @param times of the member
     * @param placement owners by number of the shard, for candidates in any order
     */
    WantedOwners(Clock clock, MemberTimes times, Function<List<Candidate>, long[]> placement) {
        this.clock = clock;
        this.patience = times.joinDelay().plus(times.beat().multipliedBy(2)).toNanos();
        this.placement = placement;
    }

    /** Whether there is anybody who may have shards. */
    boolean isAnybodyActive(Roster roster) {
        read(roster);
        return !active.isEmpty();
    }

    /**
     * By number of the shard; 0: nobody. What nobody has ever owned is left to those who join, too: when a cluster starts, the
     * first must not claim all that it would give away a moment later. Nobody waits for one that goes on joining: it hosts
     * nothing.
     */
    long[] of(Roster roster) {
        read(roster);
        long[] wanted = roster.wanted(this::placed);
        List<Candidate> coming = new ArrayList<>(joining);
        coming.removeIf(each -> hasJoinedForLong(each.id()));
        if (!coming.isEmpty() && roster.hasFree()) {
            coming.addAll(active);
            long[] later = placed(coming);
            long[] owners = roster.owners();
            for (int shard = 0; shard < owners.length; shard++) {
                wanted[shard] = owners[shard] == 0 ? later[shard] : wanted[shard];
            }
        }
        return wanted;
    }

    private void read(Roster roster) {
        if (roster.memberChanges() != changes) {
            changes = roster.memberChanges();
            active = candidates(roster, MemberStatus.ACTIVE);
            joining = candidates(roster, MemberStatus.JOINING);
            joiners.keySet().retainAll(joining.stream().map(Candidate::id).toList());
            joining.forEach(each -> joiners.putIfAbsent(each.id(), clock.nanos()));
        }
    }

    private boolean hasJoinedForLong(long member) {
        return clock.nanos() - Objects.requireNonNull(joiners.get(member)) > patience;
    }

    private long[] placed(List<Candidate> candidates) {
        return placed.computeIfAbsent(candidates, placement);
    }

    private static List<Candidate> candidates(Roster roster, MemberStatus status) {
        List<Candidate> candidates = new ArrayList<>();
        for (MemberRow row : roster.members()) {
            if (row.status() == status) {
                candidates.add(new Candidate(row.id(), row.info().weight()));
            }
        }
        return candidates;
    }
}
