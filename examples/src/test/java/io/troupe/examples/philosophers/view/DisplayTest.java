// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.philosophers.view.Guest.State;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisplayTest {
    private static final int WIDTH = 80;

    private final StringWriter screen = new StringWriter();

    @Test
    void shouldDrawLiveTableOverItself() {
        LiveTable table = new LiveTable(new PrintWriter(screen), 24);
        assertThat(table.show(evening(5))).isTrue();
        assertThat(table.show(evening(5))).isTrue();

        long lines = screen.toString().chars().filter(c -> c == '\n').count() / 2;
        assertThat(screen.toString()).contains("\u001b[" + lines + "A", "eating", "deadlocks 0");
    }

    @Test
    void shouldFitTerminalHoweverManyPhilosophers() {
        new LiveTable(new PrintWriter(screen), 24).show(evening(10_000));

        assertThat(screen.toString().replaceAll("\u001b\\[[?0-9]*[a-zA-Z]", "").lines())
                .hasSizeLessThan(24)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH))
                .anySatisfy(line -> assertThat(line).contains("more"));
    }

    @Test
    void shouldSummarizeManyAsHistogram() {
        assertThat(Summary.of(evening(1000)))
                .contains("    meals  philosophers", "least: 0, most: 999", "deadlocks: 0")
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
    }

    @Test
    void shouldListMealsOfFew() {
        assertThat(Summary.of(evening(3)))
                .containsExactly(
                        "meals by seat: 0 1 2",
                        "meals: 3 in 2.0 s, 1.5 per second",
                        "least: 0, most: 2",
                        "deadlocks: 0");
    }

    @Test
    void shouldSayWhoWasLeftHungry() {
        Evening end = evening(3).judged(new Evening(3_000_000_000L, evening(3).guests(), 1, 0));
        assertThat(Summary.of(end)).endsWith("left hungry: 3", "deadlocks: 1");
    }

    /** Seat i has had i meals. */
    private static Evening evening(int guests) {
        State[] states = {State.THINKING, State.HUNGRY, State.EATING};
        List<Guest> seen = new ArrayList<>();
        for (int i = 0; i < guests; i++) {
            seen.add(new Guest(states[i % states.length], 100_000_000L, i));
        }
        return new Evening(2_000_000_000L, seen, 0, 0);
    }
}
