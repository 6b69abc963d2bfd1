// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
    private static final List<Wait> MANY = IntStream.range(0, 100)
            .mapToObj(i -> new Wait(new Departure(i, i, "event " + i), i, i, i))
            .toList();
    private static final SparseSchedule ALL = new SparseSchedule(MANY, 0, null);

    @Test
    void shouldFindTheTwoEventsThatMustWait() {
        AtomicLong work = new AtomicLong();
        Shrinking shrinking = new Shrinking(
                schedule -> {
                    work.addAndGet(10);
                    return schedule.waits().containsAll(List.of(MANY.get(31), MANY.get(77))) ? schedule : null;
                },
                alone -> true,
                work::get,
                1_000_000);
        assertThat(shrinking.smallest(ALL, MANY)).isEqualTo(ALL.withWaits(List.of(MANY.get(31), MANY.get(77))));
    }

    @Test
    void shouldStopByWorkWhateverTimeItTakes() {
        AtomicLong work = new AtomicLong();
        List<Integer> tries = new ArrayList<>();
        Shrinking shrinking = new Shrinking(
                schedule -> {
                    work.addAndGet(10);
                    tries.add(schedule.waits().size());
                    return schedule.waits().size() == 100 ? schedule : null;
                },
                alone -> true,
                work::get,
                600);
        assertThat(shrinking.smallest(ALL, MANY)).isEqualTo(ALL);
        // none, the last ones as single events would cost too much, all, and without parts of them up to 400
        assertThat(tries).hasSize(1 + 7 + 1 + 32);
        assertThat(tries.subList(0, 9)).containsExactly(0, 1, 2, 4, 8, 16, 32, 64, 100);
        assertThat(tries.subList(9, 41)).allMatch(size -> size >= 50 && size < 100);
    }

    @Test
    void shouldCountEventsUnlessATryTakesMuchLonger() {
        assertThat(Shrinking.cost(500, Duration.ofMillis(1))).isEqualTo(550);
        assertThat(Shrinking.cost(500, Duration.ofMillis(50))).isEqualTo(550);
        assertThat(Shrinking.cost(500, Duration.ofSeconds(10))).isEqualTo(100_000); // of 600,000
    }
}
