// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.support.ProbeCell;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerSamplerTest {
    private static final long MICROSECOND = 1_000;

    private final AtomicInteger calls = new AtomicInteger();
    private final WorkerSampler sampler = new WorkerSampler(0, 1_000, calls::incrementAndGet);
    private final Cell cell = new ProbeCell(ready -> {});

    /** So many turns of one message each, while others wait. */
    private void run(int turns, long nanos, int waiting) {
        for (int i = 0; i < turns; i++) {
            if (sampler.isTurnDue()) {
                sampler.ran(cell, nanos, 1, waiting);
            }
        }
    }

    @Test
    void shouldCallForHelpAfterManyMessagesWithoutARest() {
        run(500, 2 * MICROSECOND, 3);
        assertThat(calls).hasValue(0);
        run(1_000, 2 * MICROSECOND, 3);
        assertThat(calls).hasValue(1);
        assertThat(sampler.takeSignal()).isTrue();
        assertThat(sampler.takeSignal()).isFalse();
    }

    @Test
    void shouldNotTakeAVolleyOfCheapMessagesForOverload() {
        run(10_000, 20, 3);
        assertThat(calls).hasValue(0);
    }

    @Test
    void shouldCallForHelpAfterFewSlowMessages() {
        run(3, 800 * MICROSECOND, 3);
        assertThat(calls).hasValue(1);
    }

    @Test
    void shouldNotTakeOneTurnOfAPreemptedThreadForOverload() {
        run(1, 10_000 * MICROSECOND, 3);
        assertThat(calls).hasValue(0);
    }

    @Test
    void shouldNotCallForHelpWhileNothingWaits() {
        run(10_000, 2 * MICROSECOND, 0);
        assertThat(calls).hasValue(0);
    }

    @Test
    void shouldStartAnewAfterARest() {
        for (int i = 0; i < 10; i++) {
            run(300, 2 * MICROSECOND, 3);
            sampler.rested();
        }
        assertThat(calls).hasValue(0);
        run(1_500, 2 * MICROSECOND, 3);
        sampler.rested();
        run(1_500, 2 * MICROSECOND, 3);
        assertThat(calls).hasValue(2);
    }

    @Test
    void shouldRememberThatItAskedForHelpUntilTheNextRest() {
        assertThat(sampler.isStillOverloaded()).isFalse();
        run(1_500, 2 * MICROSECOND, 3);
        sampler.takeSignal();
        assertThat(sampler.isStillOverloaded()).isTrue();
        sampler.rested();
        assertThat(sampler.isStillOverloaded()).isFalse();
    }

    @Test
    void shouldCountIdleTimeOnceAndWhileItLasts() {
        sampler.endIdle();
        sampler.idle();
        sampler.idle();
        long now = System.nanoTime();
        assertThat(sampler.idleNanos(now + 1_000_000)).isGreaterThanOrEqualTo(1_000_000);
        sampler.endIdle();
        long idle = sampler.idleNanos(System.nanoTime());
        sampler.endIdle();
        assertThat(sampler.idleNanos(System.nanoTime() + 1_000_000)).isEqualTo(idle);
    }

    @Test
    void shouldNoteWhomASampledTurnCalledAndLetFewStandForMany() {
        Cell other = new ProbeCell(ready -> {});
        sampler.called(other); // in no turn
        assertThat(sampler.isTurnDue()).isTrue();
        for (int i = 0; i < 100; i++) {
            sampler.called(other);
        }
        sampler.ran(cell, 1_000, 1, 0);
        sampler.called(other); // after the turn
        AtomicInteger calls = new AtomicInteger();
        sampler.drainTo((first, second, nanos, count, weight) -> {
            if (second != null) {
                assertThat(first).isSameAs(cell);
                assertThat(second).isSameAs(other);
                calls.addAndGet(weight);
            }
        });
        assertThat(calls).hasValue(100);
    }
}
