// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.bench.skew.Skew;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementTest {
    @Test
    void shouldCountEveryMessageOfEveryOwner() {
        int[] quotas = {1, 20, 300};
        try (ActorSystem system = system();
                PoolPeer peer = PoolPeer.compact()) {
            Crew crew = crew(quotas.length);
            crew.selfDriven(system, owner -> ActorOptions.defaults());
            assertThat(crew.run(quotas)).isEqualTo(321);
            crew.selfDriven(peer);
            assertThat(crew.run(quotas)).isEqualTo(321);
            crew.driven(system);
            assertThat(crew.run(quotas)).isEqualTo(321);
            crew.driven(peer);
            assertThat(crew.run(quotas)).isEqualTo(321);
            assertThat(crew.longestWaitMillis(quotas)).isPositive();
            crew.verify();
        }
    }

    @Test
    void shouldMoveTheHotTenth() {
        Skew skew = new Skew();
        skew.allocate();
        for (int phase = 0; phase < 8; phase++) {
            int[] quotas = skew.quotas(phase);
            assertThat(Arrays.stream(quotas).sum()).isEqualTo(Skew.MESSAGES);
            int[] hot = IntStream.range(0, quotas.length)
                    .filter(owner -> quotas[owner] > 1_000)
                    .toArray();
            assertThat(hot).hasSize(quotas.length / 10);
            int home = phase % Batch.WORKERS;
            assertThat(Arrays.stream(hot)).allMatch(owner -> owner % Batch.WORKERS == home);
            int[] best = skew.bestWorkers();
            assertThat(Arrays.stream(hot).filter(owner -> best[owner] == 0).count())
                    .isEqualTo(hot.length / Batch.WORKERS);
        }
    }

    private static Crew crew(int owners) {
        List<Memory> memories = IntStream.range(0, owners)
                .mapToObj(seed -> Memory.array(64, seed))
                .toList();
        return new Crew(memories, (owner, message) -> 10);
    }

    private static ActorSystem system() {
        return ActorSystem.builder().dispatcher(Troupe.dispatcher("stealing")).start();
    }
}
