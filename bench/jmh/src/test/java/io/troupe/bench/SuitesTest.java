// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.ask.Asks;
import io.troupe.bench.call.CallEncodingBenchmark;
import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Troupe;
import io.troupe.bench.line.Stages;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.PoolPeer;
import io.troupe.bench.peer.Recipient;
import io.troupe.bench.peer.TroupePeer;
import io.troupe.bench.ring.Rings;
import io.troupe.core.ActorSystem;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
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
    void shouldSendEveryElementThroughEveryStage() {
        Stages stages = new Stages(3, 1_000);
        try (ActorSystem system = system()) {
            assertThat(stages.apart(system).run()).isEqualTo(499_500);
            assertThat(stages.fused(system).run()).isEqualTo(499_500);
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
    void shouldRunTheSameBehaviorsOnOursAndOnPeers() {
        for (Peer peer : List.of(new TroupePeer("stealing"), PoolPeer.compact())) {
            try (peer) {
                Completion completion = new Completion();
                Recipient<Integer> countdown = peer.spawn((left, self) -> {
                    if (left == 0) {
                        completion.complete(7);
                    } else {
                        self.tell(left - 1);
                    }
                });
                countdown.tell(1_000);
                assertThat(completion.await(7)).isEqualTo(7);
            }
        }
    }

    @Test
    void shouldNoticeWhatAProgramLost() {
        TroupePeer peer = new TroupePeer("dedicated");
        Semaphore begun = new Semaphore(0);
        Recipient<Integer> actor = peer.spawn((message, self) -> {
            begun.release();
            self.tell(message);
        });
        actor.tell(1);
        begun.acquireUninterruptibly();
        assertThatThrownBy(peer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("deadLetters=1");
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

    @Test
    void shouldUnderstandCommandLinesOfPrograms() {
        Map<String, String> defaults = Map.of("count", "3", "json", "false", "names", "a,b");
        Arguments arguments = Arguments.parse(List.of("--json", "--count", "7"), defaults);
        assertThat(arguments.flag("json")).isTrue();
        assertThat(arguments.number("count", 1, 9)).isEqualTo(7);
        assertThat(arguments.list("names")).containsExactly("a", "b");
    }

    @Test
    void shouldOfferTheDispatchersOfTheSuitesToPrograms() {
        assertThat(Troupe.names()).contains("dedicated", "stealing", "pool").doesNotContain("virtual");
        for (String name : Troupe.names()) {
            Troupe.dispatcher(name).close();
        }
    }

    private static ActorSystem system() {
        return ActorSystem.builder().dispatcher(Troupe.dispatcher("stealing")).start();
    }
}
