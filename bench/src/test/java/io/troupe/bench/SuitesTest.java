// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.ask.Asks;
import io.troupe.bench.call.CallEncodingBenchmark;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.bench.ring.Rings;
import io.troupe.core.ActorSystem;
import org.junit.jupiter.api.Test;

class SuitesTest {
    @Test
    void shouldCountEveryHopOfEveryRing() {
        Rings rings = new Rings(3, 5, 1_000);
        try (ActorSystem system = system();
                PoolPeer peer = PoolPeer.compact()) {
            assertThat(rings.onTroupe(system).run()).isEqualTo(3_000);
            assertThat(rings.onPeer(peer).run()).isEqualTo(3_000);
        }
    }

    @Test
    void shouldAddUpTheSameAnswersEverywhere() {
        Asks asks = new Asks(10);
        try (ActorSystem system = system();
                PoolPeer peer = PoolPeer.compact()) {
            long sum = asks.onTroupe(system).run();
            assertThat(asks.withFutures(peer).run()).isEqualTo(sum).isGreaterThan(Batch.MESSAGES);
            assertThat(asks.withMessages(peer).run()).isEqualTo(sum);
        }
    }

    @Test
    void shouldDeliverEveryEncodedCall() {
        CallEncodingBenchmark calls = new CallEncodingBenchmark();
        assertThat(calls.oneGenerated()).isEqualTo(calls.oneHandWritten()).isEqualTo(calls.oneMethodHandle());
        assertThat(calls.eightGenerated()).isEqualTo(calls.eightHandWritten()).isEqualTo(calls.eightMethodHandle());
    }

    @Test
    void shouldRefuseAWrongCount() {
        Completion completion = new Completion();
        completion.complete(41);
        assertThatThrownBy(() -> completion.await(42))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("counted=41");
    }

    private static ActorSystem system() {
        return ActorSystem.builder().dispatcher(Troupe.dispatcher("stealing")).start();
    }
}
