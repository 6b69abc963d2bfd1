// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.worker.ManualDispatcher;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final ManualDispatcher dispatcher = Dispatchers.manual();
    private final ActorSystem system =
            ActorSystem.builder().name("table-test").dispatcher(dispatcher).start();
    private final Table table = system.spawn(Table.class, () -> new Table(3));

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldHandForkToNextInLine() {
        Promise<Void> first = table.take(0, 1);
        Promise<Void> second = table.take(1, 1);
        dispatcher.runAll();
        assertThat(first.isFulfilled()).isTrue();
        assertThat(second.isSettled()).isFalse();

        table.put(0, 1);
        dispatcher.runAll();
        assertThat(second.isFulfilled()).isTrue();
    }

    @Test
    void shouldSeeDeadlockOfGreedyPhilosophers() {
        for (int seat = 0; seat < 3; seat++) {
            table.take(seat, seat);
        }
        assertThat(deadlocks()).isZero();
        for (int seat = 0; seat < 3; seat++) {
            table.take(seat, (seat + 1) % 3);
        }
        assertThat(deadlocks()).isEqualTo(1);
    }

    @Test
    void shouldCountRingsButNotChains() {
        assertThat(Table.rings(new int[] {})).isZero();
        assertThat(Table.rings(new int[] {1, 2, -1})).isZero();
        assertThat(Table.rings(new int[] {1, 0, 1, 2})).isEqualTo(1);
        assertThat(Table.rings(new int[] {1, 0, 3, 2, 0, -1})).isEqualTo(2);
        assertThat(Table.rings(new int[] {3, 0, 1, 2})).isEqualTo(1);
    }

    private int deadlocks() {
        Promise<Integer> answer = table.deadlocks();
        dispatcher.runAll();
        return answer.await(SOON);
    }
}
