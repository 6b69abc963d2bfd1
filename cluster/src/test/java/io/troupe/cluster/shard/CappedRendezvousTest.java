// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CappedRendezvousTest {
    private final Random random = new Random(7);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 10, 33, 100, 256})
    void shouldGiveNobodyMoreThanTheCap(int members) {
        int cap = CappedRendezvous.cap(1, members);
        assertThat(cap).isLessThanOrEqualTo((int) Math.ceil(1.15 * Shards.COUNT / members));
        Map<Long, Integer> load = load(CappedRendezvous.owners(candidates(members)));
        assertThat(load).hasSize(members).doesNotContainKey(0L);
        assertThat(load.values()).allMatch(shards -> shards <= cap);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10, 33, 100, 256})
    void shouldMoveLittleWhenAMemberLeaves(int members) {
        List<Candidate> before = candidates(members);
        long[] owners = CappedRendezvous.owners(before);
        double moved = 0;
        int rounds = Math.min(members, 10);
        for (int leaving = 0; leaving < rounds; leaving++) {
            List<Candidate> after = new ArrayList<>(before);
            after.remove(leaving);
            moved += moved(owners, CappedRendezvous.owners(after));
        }
        assertThat(moved / rounds / Shards.COUNT).isLessThanOrEqualTo(1.5 / members);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 33, 100})
    void shouldMoveLittleWhenAMemberJoins(int members) {
        List<Candidate> after = candidates(members + 1);
        double moved = 0;
        int rounds = Math.min(members, 10);
        for (int joining = 0; joining < rounds; joining++) {
            List<Candidate> before = new ArrayList<>(after);
            before.remove(joining);
            moved += moved(CappedRendezvous.owners(before), CappedRendezvous.owners(after));
        }
        assertThat(moved / rounds / Shards.COUNT).isLessThanOrEqualTo(1.5 / members);
    }

    @Test
    void shouldAgreeWhateverTheOrderOfTheMembers() {
        for (int i = 0; i < 50; i++) {
            List<Candidate> candidates = weighted(1 + random.nextInt(40));
            long[] owners = CappedRendezvous.owners(candidates);
            Collections.shuffle(candidates, random);
            assertThat(CappedRendezvous.owners(candidates)).isEqualTo(owners);
        }
    }

    @Test
    void shouldGiveTheSameShardsInEveryRelease() {
        long[] owners =
                CappedRendezvous.owners(List.of(new Candidate(11, 1), new Candidate(-22, 1), new Candidate(33, 2)));
        assertThat(Arrays.hashCode(owners)).isEqualTo(-1793110917);
    }

    @Test
    void shouldShareByWeight() {
        for (int i = 0; i < 50; i++) {
            List<Candidate> candidates = weighted(2 + random.nextInt(10));
            int sum = candidates.stream().mapToInt(Candidate::weight).sum();
            Map<Long, Integer> load = load(CappedRendezvous.owners(candidates));
            for (Candidate each : candidates) {
                double fair = (double) Shards.COUNT * each.weight() / sum;
                int shards = load.getOrDefault(each.id(), 0);
                assertThat(shards).isLessThanOrEqualTo((int) Math.ceil(1.15 * fair));
                assertThat((double) shards).isGreaterThan(fair - 6 * Math.sqrt(fair) - 1);
            }
        }
    }

    @Test
    void shouldHaveNoOwnersWithoutMembers() {
        assertThat(CappedRendezvous.owners(List.of())).containsOnly(0).hasSize(Shards.COUNT);
    }

    @Test
    void shouldRefuseAMemberTwice() {
        assertThatThrownBy(() -> CappedRendezvous.owners(List.of(new Candidate(5, 1), new Candidate(5, 2))))
                .hasMessage("a member must be a candidate once: id=5");
        assertThatThrownBy(() -> new Candidate(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Candidate(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<Candidate> candidates(int count) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            candidates.add(new Candidate(random.nextLong(), 1));
        }
        return candidates;
    }

    private List<Candidate> weighted(int count) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            candidates.add(new Candidate(random.nextLong(), 1 + random.nextInt(8)));
        }
        return candidates;
    }

    private static Map<Long, Integer> load(long[] owners) {
        Map<Long, Integer> load = new HashMap<>();
        for (long owner : owners) {
            load.merge(owner, 1, Integer::sum);
        }
        return load;
    }

    private static int moved(long[] before, long[] after) {
        int moved = 0;
        for (int i = 0; i < before.length; i++) {
            moved += before[i] == after[i] ? 0 : 1;
        }
        return moved;
    }
}
