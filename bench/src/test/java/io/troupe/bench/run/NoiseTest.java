// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Part;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NoiseTest {
    private static final Cell CELL = new Cell("io.troupe.bench.tell.TellBenchmark.troupe", new TreeMap<>(), 3);

    @Test
    void shouldLetBothSeriesTakeTurns() {
        List<Part> parts = Noise.parts(CELL, 3);
        assertThat(Noise.steps(parts))
                .extracting(step -> step.getKey().name() + step.getValue().round())
                .containsExactly("aa-11", "aa-21", "aa-12", "aa-22", "aa-13", "aa-23");
    }

    @Test
    void shouldHaveASpreadInTheShortestRun() {
        assertThat(Noise.steps(Noise.parts(CELL, 1))).hasSize(4);
    }

    @Test
    void shouldTellDifferenceAndSpreadAsShares() {
        assertThat(Noise.figures(new double[] {100, 90, 110}, new double[] {80, 120, 130}))
                .containsExactly(entry("difference", 0.2), entry("spread", 50 / 105.0), entry("forks", 6.0));
    }
}
