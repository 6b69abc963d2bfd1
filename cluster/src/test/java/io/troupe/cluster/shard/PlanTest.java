// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void shouldClaimAtOnceAllThatNobodyAliveOwns() {
        long[] wanted = owners(1, 1, 1, 2, 1);
        Plan plan = Plan.of(1, wanted, owners(0, 9, 3, 0, 1), id -> id == 9, id -> true);
        assertThat(plan.claims()).isEqualTo(BitSet.valueOf(new long[] {0b11}));
        assertThat(plan.gives()).isEmpty();
    }

    @Test
    void shouldGiveSixtyFourAtATime() {
        long[] wanted = new long[200];
        long[] owners = new long[200];
        for (int i = 0; i < 200; i++) {
            wanted[i] = i % 2 == 0 ? 2 : 3;
            owners[i] = 1;
        }
        int steps = 0;
        for (Plan plan = plan(1, wanted, owners); !plan.isEmpty(); plan = plan(1, wanted, owners)) {
            assertThat(plan.gives().values().stream()
                            .mapToInt(BitSet::cardinality)
                            .sum())
                    .isLessThanOrEqualTo(Plan.STEP);
            plan.gives().forEach((to, shards) -> shards.stream().forEach(shard -> owners[shard] = to));
            steps++;
        }
        assertThat(steps).isEqualTo(4);
        assertThat(owners).isEqualTo(wanted);
    }

    @Test
    void shouldKeepWhatTheReceiverMayNotHaveNow() {
        assertThat(Plan.of(1, owners(2, 3), owners(1, 1), id -> false, id -> id == 3)
                        .gives())
                .containsOnlyKeys(3L);
        assertThat(plan(1, owners(0, 0), owners(1, 1)).isEmpty()).isTrue();
    }

    @Test
    void shouldRefuseTooManyAtATime() {
        BitSet many = new BitSet();
        many.set(0, 65);
        assertThatThrownBy(() -> Plan.checkStep(many)).hasMessage("a step must give 64 shards at most: shards=65");
    }

    @Test
    void shouldEndAtTheWantedOwnersWhateverComesAndGoes() {
        Random random = new Random(11);
        for (int run = 0; run < 20; run++) {
            long[] owners = new long[Shards.COUNT];
            Set<Long> dead = new HashSet<>();
            List<Candidate> members = new ArrayList<>();
            for (int change = 0; change < 6; change++) {
                if (members.size() > 1 && random.nextInt(3) == 0) {
                    dead.add(members.remove(random.nextInt(members.size())).id());
                } else {
                    members.add(new Candidate(random.nextLong(), 1 + random.nextInt(3)));
                }
                long[] wanted = CappedRendezvous.owners(members);
                for (boolean changed = true; changed; ) {
                    changed = false;
                    for (Candidate each : members) {
                        Plan plan = Plan.of(each.id(), wanted, owners, dead::contains, id -> true);
                        changed |= !plan.isEmpty();
                        plan.claims().stream().forEach(shard -> owners[shard] = each.id());
                        plan.gives().forEach((to, shards) -> shards.stream().forEach(shard -> {
                            assertThat(owners[shard]).isEqualTo(each.id());
                            owners[shard] = to;
                        }));
                    }
                }
                assertThat(owners).isEqualTo(wanted);
            }
        }
    }

    private static Plan plan(long me, long[] wanted, long[] owners) {
        return Plan.of(me, wanted, owners, id -> false, id -> true);
    }

    private static long[] owners(long... ids) {
        return ids;
    }
}
