// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.ProbeCell;
import org.junit.jupiter.api.Test;

class BacklogPatienceTest {
    private static final long MOMENT = WorkStealer.MOMENT_NANOS;

    private final RunQueue queue = new RunQueue(true);
    private final BacklogPatience patience = new BacklogPatience();

    @Test
    void shouldBeOverWhenACellHasWaitedForAMoment() {
        push(3);
        assertThat(patience.isOver(1, queue, 0)).isFalse();
        queue.poll();
        assertThat(patience.isOver(1, queue, MOMENT - 1)).isFalse();
        assertThat(patience.isOver(1, queue, MOMENT)).isTrue();
    }

    @Test
    void shouldBeginAnewWhenAllThatWaitedHasBeenTaken() {
        push(3);
        assertThat(patience.isOver(1, queue, 0)).isFalse();
        push(3);
        for (int i = 0; i < 3; i++) {
            queue.poll();
        }
        assertThat(patience.isOver(1, queue, MOMENT)).isFalse();
        assertThat(patience.isOver(1, queue, 2 * MOMENT)).isTrue();
    }

    @Test
    void shouldBeginAnewAtAnotherWorker() {
        push(1);
        assertThat(patience.isOver(1, queue, 0)).isFalse();
        assertThat(patience.isOver(2, queue, MOMENT)).isFalse();
        assertThat(patience.isOver(2, queue, 2 * MOMENT)).isTrue();
    }

    private void push(int cells) {
        for (int i = 0; i < cells; i++) {
            queue.push(new ProbeCell(ready -> {}));
        }
    }
}
