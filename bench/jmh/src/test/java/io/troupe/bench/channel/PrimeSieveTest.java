// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.harness.Troupe;
import io.troupe.core.ActorSystem;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PrimeSieveTest {
    @Test
    void shouldGiveEveryFilterItsNumbersWhoeverFilters() {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ActorSystem system =
                ActorSystem.builder().dispatcher(Troupe.dispatcher("stealing")).start()) {
            for (int capacity : new int[] {0, 16}) {
                assertThat(PrimeSieve.ofActors(system, capacity).run()).isEqualTo(PrimeSieve.MESSAGES);
                assertThat(PrimeSieve.ofThreads(threads, capacity, false)).isEqualTo(PrimeSieve.MESSAGES);
                assertThat(PrimeSieve.ofThreads(threads, capacity, true)).isEqualTo(PrimeSieve.MESSAGES);
            }
            assertThat(system.deadLetters()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }
}
