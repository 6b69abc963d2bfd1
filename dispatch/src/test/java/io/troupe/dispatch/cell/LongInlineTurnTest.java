// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.Task;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a loop and its cells pay for turns that were not short, by a clock that only the turns move. */
class LongInlineTurnTest {
    private static final long MILLIS = 1_000_000;

    /** Of a method that is a little slow, or of a thread that had lost its processor. */
    private static final long LONG = 25 * MILLIS;

    private static final long HOUR = 3_600_000 * MILLIS;

    private long now = 1;
    private final TurnLimits limits = new TurnLimits(16, MILLIS, 16, SliceClock.reading(() -> 0));
    private final InlineTurns turns = new InlineTurns(() -> now, limits);
    private final ArrayDeque<Cell> sentHome = new ArrayDeque<>();
    private final CellHome home = cell -> {
        if (!turns.take(cell)) {
            sentHome.add(cell);
        }
    };
    private final ProbeCell cell = new ProbeCell(home);
    private final ProbeCell other = new ProbeCell(home);

    @BeforeEach
    void measure() {
        takes(cell, 0);
        takes(other, 0);
    }

    /** Whether the loop runs a turn of that length; else the worker does, in no time. */
    private boolean takes(ProbeCell one, long nanos) {
        turns.open();
        long before = now;
        one.tell(new Task(self -> now += nanos));
        boolean taken = sentHome.isEmpty();
        turns.close();
        while (!sentHome.isEmpty()) {
            assertThat(sentHome.remove().turn(limits)).isFalse();
            now = before;
        }
        return taken;
    }

    /** How long no cell is taken, in milliseconds. */
    private long pause(ProbeCell one) {
        long begin = now;
        while (!takes(one, 0)) {
            now += MILLIS;
        }
        return (now - begin) / MILLIS;
    }

    @Test
    void shouldSoonTakeCellsAgainAfterOneLongTurn() {
        assertThat(takes(cell, LONG)).isTrue();
        assertThat(takes(other, 0)).isFalse();
        assertThat(pause(other)).isBetween(500L, 2_000L);
    }

    @Test
    void shouldStayClosedForLongWhenLongTurnsRepeat() {
        assertThat(takes(cell, LONG)).isTrue();
        long first = pause(other);
        assertThat(takes(other, LONG)).isTrue();
        long second = pause(cell);
        assertThat(second).isGreaterThan(2 * first);
        assertThat(takes(cell, LONG)).isTrue();
        assertThat(pause(other)).isBetween(20_000L, 25_000L);
        assertThat(takes(other, LONG)).isTrue();
        assertThat(pause(cell)).isEqualTo(25_000);
    }

    @Test
    void shouldForgiveALongTurnThatIsFollowedByManyShortOnes() {
        assertThat(takes(cell, LONG)).isTrue();
        long first = pause(other);
        for (int i = 0; i < 1_001; i++) {
            assertThat(takes(other, 0)).isTrue();
            now += LONG;
        }
        assertThat(takes(other, LONG)).isTrue();
        assertThat(pause(cell)).isEqualTo(first);
    }

    /** No busy machine takes a processor away for so long. */
    @Test
    void shouldStayClosedForLongAfterATurnThatHasBlockedForCertain() {
        assertThat(takes(cell, 300 * MILLIS)).isTrue();
        assertThat(pause(other)).isEqualTo(300_000);
    }

    @Test
    void shouldSoonTakeACellAgainThatWasNotShortOnce() {
        assertThat(takes(cell, 4 * MILLIS)).isTrue();
        assertThat(takes(other, 0)).isTrue();
        assertThat(pause(cell)).isBetween(10L, 50L);
    }

    @Test
    void shouldKeepACellOutForLongThatIsSlowAgainAndAgain() {
        for (int i = 0; i < 3; i++) {
            assertThat(takes(cell, 4 * MILLIS)).isTrue();
            assertThat(pause(cell)).isLessThanOrEqualTo(400);
        }
        assertThat(takes(cell, 4 * MILLIS)).isTrue();
        assertThat(pause(cell)).isEqualTo(400);
    }

    /** Whenever they block: at once when they can, or just when the last time is forgotten. */
    @Test
    void shouldNotSpendMoreThanAFewThousandthsOfItsTimeInLongTurns() {
        Random random = new Random(42);
        long inLongTurns = 0;
        while (now < HOUR) {
            ProbeCell one = random.nextBoolean() ? cell : other;
            long length = (21 + random.nextInt(170)) * MILLIS;
            now += random.nextInt(3) == 0 ? (900 + random.nextInt(200)) * length : MILLIS;
            if (takes(one, length)) {
                inLongTurns += length;
            }
        }
        assertThat(inLongTurns).isLessThan(HOUR / 250);
    }
}
