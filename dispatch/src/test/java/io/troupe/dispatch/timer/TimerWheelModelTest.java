// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wheel against a priority queue: same random operations, same tasks in the same order at the same times. */
class TimerWheelModelTest {
    private static final int STEPS = 20_000;

    private final ManualClock clock = new ManualClock();
    private final TimerWheel wheel = new TimerWheel(clock, "wheel", failure -> {});
    private final PriorityQueue<Expected> model =
            new PriorityQueue<>(Comparator.comparingLong(Expected::deadline).thenComparingInt(Expected::number));
    private final List<Expected> ran = new ArrayList<>();
    private final List<Expected> known = new ArrayList<>();
    private final List<Timeout> timeouts = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, 1987, 20_251})
    void shouldBehaveLikeAPriorityQueue(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            int choice = random.nextInt(20);
            if (choice < 11) {
                schedule(delay(random));
            } else if (choice < 17) {
                cancel(random);
            } else if (choice < 19) {
                long by = delay(random) / 8;
                expectRun(clock.nanos() + by, () -> clock.advance(Duration.ofNanos(by)));
            } else if (!model.isEmpty()) {
                expectRun(model.peek().deadline(), () -> assertThat(clock.advanceToNext())
                        .isTrue());
            }
            assertThat(wheel.pending()).isEqualTo(model.size());
        }
        expectRun(clock.nanos() + Duration.ofDays(800).toNanos(), () -> clock.advance(Duration.ofDays(800)));
        assertThat(wheel.pending()).isZero();
        assertThat(clock.advanceToNext()).isFalse();
    }

    private void schedule(long delay) {
        Expected expected = new Expected(clock.nanos() + delay, known.size());
        model.add(expected);
        known.add(expected);
        timeouts.add(wheel.schedule(delay, () -> ran.add(new Expected(clock.nanos(), expected.number()))));
    }

    private void cancel(Random random) {
        if (!known.isEmpty()) {
            // mostly a young one: the old ones have run
            int back = Math.min(known.size(), 1 + random.nextInt(random.nextInt(4) == 0 ? known.size() : 20));
            int number = known.size() - back;
            boolean waits = model.remove(known.get(number));
            assertThat(timeouts.get(number).isPending()).isEqualTo(waits);
            assertThat(timeouts.get(number).cancel()).isEqualTo(waits);
        }
    }

    private void expectRun(long until, Runnable move) {
        List<Expected> expected = new ArrayList<>();
        while (!model.isEmpty() && model.peek().deadline() <= until) {
            expected.add(model.poll());
        }
        ran.clear();
        move.run();
        assertThat(ran).isEqualTo(expected);
        assertThat(clock.nanos()).isEqualTo(until);
    }

    /** From nanoseconds to a year, each magnitude as likely; often round, so that deadlines collide. */
    private static long delay(Random random) {
        long delay = random.nextLong() >>> (9 + random.nextInt(54));
        return random.nextBoolean() ? delay : delay >>> 20 << 20;
    }

    private record Expected(long deadline, int number) {}
}
