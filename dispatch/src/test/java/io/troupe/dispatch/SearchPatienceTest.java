// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many rounds a worker looks for work. */
class SearchPatienceTest {
    private static final int MOST = 2100;
    private static final long LONG_NANOS = SearchPatience.SHORT_NANOS;

    private final SearchPatience patience = SearchPatience.with(IdleStrategy.backoff(MOST - 100, 100));

    private int rounds() {
        int round = 0;
        while (!patience.isOver(round)) {
            round++;
        }
        return round;
    }

    private void sleepLong(int times) {
        for (int i = 0; i < times; i++) {
            patience.slept(LONG_NANOS);
        }
    }

    @Test
    void shouldBeginWithALongSearch() {
        assertThat(rounds()).isEqualTo(MOST);
    }

    @Test
    void shouldHalveASearchInVain() {
        sleepLong(1);
        assertThat(rounds()).isEqualTo(MOST / 2);
        sleepLong(1);
        assertThat(rounds()).isEqualTo(MOST / 4);
    }

    @Test
    void shouldAlwaysLookForAMoment() {
        sleepLong(100);
        assertThat(rounds()).isEqualTo(SearchPatience.LEAST);
    }

    @Test
    void shouldSearchLongAfterAShortSleep() {
        sleepLong(100);
        patience.slept(LONG_NANOS - 1);
        assertThat(rounds()).isEqualTo(MOST);
    }

    @Test
    void shouldLeaveRoomForTwiceWhatItTook() {
        sleepLong(100);
        patience.found(100);
        assertThat(rounds()).isEqualTo(200);
        patience.found(10);
        assertThat(rounds()).as("a shorter one tells nothing of the others").isEqualTo(200);
        patience.found(199);
        patience.found(397);
        patience.found(793);
        patience.found(1585);
        assertThat(rounds()).isEqualTo(MOST);
    }

    @Test
    void shouldNotSearchLongerThanItIsTold() {
        SearchPatience impatient = SearchPatience.with(IdleStrategy.backoff(2, 1));
        impatient.slept(LONG_NANOS);
        impatient.slept(0);
        impatient.found(2);
        assertThat(impatient.isOver(2)).isFalse();
        assertThat(impatient.isOver(3)).isTrue();
    }

    @Test
    void shouldLetOtherStrategiesSearchForEver() {
        SearchPatience endless = SearchPatience.with(IdleStrategy.spinning());
        for (int i = 0; i < 100; i++) {
            endless.slept(LONG_NANOS);
        }
        endless.found(1);
        assertThat(endless.isOver(Integer.MAX_VALUE)).isFalse();
    }

    @Test
    void shouldTakeAllRoundsThereAre() {
        SearchPatience longest = SearchPatience.with(IdleStrategy.backoff(Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertThat(longest.isOver(Integer.MAX_VALUE)).isFalse();
    }
}
