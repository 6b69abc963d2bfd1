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
    private static final List<Departure> MANY = IntStream.range(0, 100)
            .mapToObj(i -> new Departure(i, i, "event " + i))
            .toList();

    @Test
    void shouldFindTheTwoEventsThatMustWait() {
        AtomicLong work = new AtomicLong();
        Shrinking shrinking = new Shrinking(
                (waiting, steps) -> {
                    work.addAndGet(10);
                    return waiting.containsAll(List.of(MANY.get(31), MANY.get(77)));
                },
                alone -> true,
                work::get,
                1_000_000);
        assertThat(shrinking.smallest(MANY)).containsExactly(MANY.get(31), MANY.get(77));
    }

    @Test
    void shouldStopByWorkWhateverTimeItTakes() {
        AtomicLong work = new AtomicLong();
        List<Integer> tries = new ArrayList<>();
        Shrinking shrinking = new Shrinking(
                (waiting, steps) -> {
                    work.addAndGet(10);
                    tries.add(waiting.size());
                    return waiting.size() == 100;
                },
                alone -> true,
                work::get,
                600);
        assertThat(shrinking.smallest(MANY)).isEqualTo(MANY);
        // none, single events up to 200, all, and parts of them up to 400
        assertThat(tries).hasSize(1 + 20 + 20);
        assertThat(tries.subList(1, 21)).containsOnly(1);
    }

    @Test
    void shouldCountEventsUnlessATryTakesMuchLonger() {
        assertThat(Shrinking.cost(500, Duration.ofMillis(1))).isEqualTo(550);
        assertThat(Shrinking.cost(500, Duration.ofMillis(50))).isEqualTo(550);
        assertThat(Shrinking.cost(500, Duration.ofSeconds(10))).isEqualTo(100_000); // of 600,000
    }
}
