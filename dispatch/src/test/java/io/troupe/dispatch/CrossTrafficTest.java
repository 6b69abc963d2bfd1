// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrossTrafficTest {
    private static final long WINDOW = CrossTraffic.WINDOW_NANOS;

    private final CrossTraffic traffic = new CrossTraffic(0);
    private long now;
    private long turns;
    private long calls;
    private long contentions;

    @Test
    void shouldBeHeavyWhenOneTurnInEightCallsAnotherWorker() {
        window(8_000, 999);
        assertThat(traffic.isHeavy()).isFalse();
        window(8_000, 1_000);
        assertThat(traffic.isHeavy()).isTrue();
    }

    @Test
    void shouldSayNothingAboutFewTurns() {
        window(255, 255);
        assertThat(traffic.isHeavy()).isFalse();
    }

    @Test
    void shouldStayHeavyForAWhileAfterTheCellsHaveComeTogether() {
        window(1_000, 500);
        now += CrossTraffic.SHORTEST_HOLD_NANOS - 2 * WINDOW;
        window(1_000, 0);
        assertThat(traffic.isHeavy()).isTrue();
        now += WINDOW;
        window(1_000, 0);
        assertThat(traffic.isHeavy()).isFalse();
    }

    @Test
    void shouldStayHeavyTwiceAsLongWhenItComesBackAtOnce() {
        window(1_000, 500);
        now += CrossTraffic.SHORTEST_HOLD_NANOS;
        window(1_000, 0);
        window(1_000, 500);
        now += CrossTraffic.SHORTEST_HOLD_NANOS;
        window(1_000, 0);
        assertThat(traffic.isHeavy()).isTrue();
        now += CrossTraffic.SHORTEST_HOLD_NANOS;
        window(1_000, 0);
        assertThat(traffic.isHeavy()).isFalse();
    }

    @Test
    void shouldBeginAnewWhenItComesBackMuchLater() {
        window(1_000, 500);
        now += CrossTraffic.SHORTEST_HOLD_NANOS;
        window(1_000, 0);
        window(1_000, 500); // twice as long
        now += 2 * CrossTraffic.SHORTEST_HOLD_NANOS;
        window(1_000, 0);
        now += CrossTraffic.LONGEST_HOLD_NANOS;
        window(1_000, 500);
        now += CrossTraffic.SHORTEST_HOLD_NANOS;
        window(1_000, 0);
        assertThat(traffic.isHeavy()).isFalse();
    }

    @Test
    void shouldBeHeavyWhenTurnsWaitForLocksOfEachOther() {
        contended(WINDOW, WINDOW / CrossTraffic.CONTENTION_NANOS);
        assertThat(traffic.isHeavy()).isFalse();
        contended(WINDOW, WINDOW / CrossTraffic.CONTENTION_NANOS + 1);
        assertThat(traffic.isHeavy()).isTrue();
    }

    @Test
    void shouldNotTakeTwoLooksAtOnceForTraffic() {
        traffic.note(2 * WINDOW, 0, 0, 0);
        traffic.note(2 * WINDOW - 100, 0, 0, 0);
        traffic.note(2 * WINDOW - 100, 0, 0, 0);
        assertThat(traffic.isHeavy()).isFalse();
    }

    @Test
    void shouldNotTakeSeldomContentionForTraffic() {
        contended(100 * WINDOW, WINDOW / CrossTraffic.CONTENTION_NANOS + 1);
        assertThat(traffic.isHeavy()).isFalse();
    }

    private void window(int newTurns, int newCalls) {
        now += WINDOW;
        turns += newTurns;
        calls += newCalls;
        traffic.note(now, turns, calls, contentions);
    }

    private void contended(long nanos, long newContentions) {
        now += nanos;
        contentions += newContentions;
        traffic.note(now, turns, calls, contentions);
    }
}
