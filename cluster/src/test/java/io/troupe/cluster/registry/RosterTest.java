// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.shard.Shards;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RosterTest {
    private final Roster roster = new Roster();
    private long view;

    private void member(long id, String version, MemberStatus status) {
        MemberInfo info = new MemberInfo(id, "m" + id, "tcp://10.0.0.1:7400", "", version, List.of(), 1);
        roster.apply(new RegistryDelta(++view, List.of(new MemberRow(info, status, false, view)), List.of()));
    }

    private void owners(long[] owners) {
        List<ShardRow> rows = new ArrayList<>();
        view++;
        for (int no = 0; no < owners.length; no++) {
            rows.add(new ShardRow(no, owners[no], view, view));
        }
        roster.apply(new RegistryDelta(view, List.of(), rows));
    }

    /** Carries out what is wished for, and returns the number of shards of a member. */
    private long settle(long id) {
        owners(roster.wanted(CappedRendezvous::owners));
        return LongStream.of(roster.owners()).filter(owner -> owner == id).count();
    }

    @Test
    void shouldShareAmongAllOfOneVersion() {
        member(1, "7", MemberStatus.ACTIVE);
        member(2, "7", MemberStatus.ACTIVE);
        settle(1);
        member(3, "7", MemberStatus.ACTIVE);
        assertThat(settle(3)).isBetween(1_200L, 1_570L);
        member(3, "7", MemberStatus.GONE);
        settle(3);
        assertThat(roster.owners()).containsOnly(1, 2);
    }

    @Test
    void shouldGiveALaterVersionItsShareOfWhatEarlierOnesHave() {
        member(1, "7", MemberStatus.ACTIVE);
        member(2, "7", MemberStatus.ACTIVE);
        settle(1);
        member(3, "7.1", MemberStatus.ACTIVE);
        assertThat(settle(3)).isBetween(1_200L, 1_570L);
    }

    @Test
    void shouldMoveNothingToAnEarlierVersion() {
        member(1, "9", MemberStatus.ACTIVE);
        member(2, "9", MemberStatus.ACTIVE);
        settle(1);
        member(3, "10", MemberStatus.ACTIVE);
        member(4, "10", MemberStatus.ACTIVE);
        settle(3);
        long[] before = roster.owners();
        member(4, "10", MemberStatus.GONE); // left, or dead
        settle(3);
        long[] after = roster.owners();
        assertThat(IntStream.range(0, Shards.COUNT)
                        .filter(no -> before[no] >= 3)
                        .mapToLong(no -> after[no]))
                .containsOnly(3L);
    }

    @Test
    void shouldTakeOverFromTheLastMemberOfALaterVersion() {
        member(1, "", MemberStatus.ACTIVE);
        member(2, "1", MemberStatus.ACTIVE);
        settle(1);
        member(2, "1", MemberStatus.LEAVING);
        settle(1);
        assertThat(roster.owners()).containsOnly(1);
    }

    @Test
    void shouldTakeAVersionOfAStrangerForNone() {
        member(1, "x.y", MemberStatus.ACTIVE);
        member(2, "1.0", MemberStatus.ACTIVE);
        member(3, "", MemberStatus.ACTIVE);
        long[] all = new long[Shards.COUNT];
        Arrays.fill(all, 2);
        owners(all);
        settle(2);
        assertThat(roster.owners()).containsOnly(2);
        Arrays.fill(all, 1);
        owners(all);
        settle(2);
        assertThat(roster.owners()).contains(1, 2, 3);
    }
}
