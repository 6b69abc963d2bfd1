// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.cli.Terminal.Size;
import io.troupe.examples.philosophers.view.Guest.State;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayTest {
    private static final int WIDTH = 80;

    private final StringWriter screen = new StringWriter();

    @Test
    void shouldDrawLiveTableOverItself() {
        LiveTable table = new LiveTable(new PrintWriter(screen), () -> Size.USUAL);
        assertThat(table.show(evening(5))).isTrue();
        assertThat(table.show(evening(5))).isTrue();

        long lines = screen.toString().chars().filter(c -> c == '\n').count() / 2;
        assertThat(screen.toString()).contains("\u001b[" + lines + "A", "eating", "deadlocks 0");
    }

    @Test
    void shouldFitTerminalHoweverManyPhilosophers() {
        new LiveTable(new PrintWriter(screen), () -> Size.USUAL).show(evening(10_000));

        assertThat(screen.toString().replaceAll("\u001b\\[[?0-9]*[a-zA-Z]", "").lines())
                .hasSizeLessThan(24)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH))
                .anySatisfy(line -> assertThat(line).contains("more"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 10", "6, 200", "7, 30", "10, 20", "24, 80", "100, 33"})
    void shouldFitWindowsOfAnySize(int rows, int columns) {
        new LiveTable(new PrintWriter(screen), () -> new Size(rows, columns)).show(evening(10_000));

        assertThat(visible(screen.toString()).lines()).hasSizeLessThan(rows + 1).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(columns));
        assertThat(screen.toString().chars().filter(c -> c == '\n')).hasSizeLessThan(rows);
    }

    @Test
    void shouldBeginAnewInAWindowOfAnotherSize() {
        AtomicReference<Size> window = new AtomicReference<>(new Size(40, 120));
        LiveTable table = new LiveTable(new PrintWriter(screen), window::get);
        table.show(evening(100));
        window.set(new Size(12, 40));
        screen.getBuffer().setLength(0);
        table.show(evening(100));

        assertThat(screen.toString()).contains("\u001b[H\u001b[J").doesNotContain("A\u001b");
        assertThat(visible(screen.toString()).lines()).hasSizeLessThan(12).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(40));
    }

    private static String visible(String drawn) {
        return drawn.replaceAll("\u001b\\[[?0-9]*[a-zA-Z]", "");
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
