// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the adaptive dispatcher promises, in simulated time: the same on every machine. */
@Tag("soak")
class SimulationTest {
    private static final long SEED = 1;
    private static final int WORKERS = 16;

    private final Map<String, Comparison> done = new HashMap<>();

    private Comparison compare(String name) {
        return compare(name, WORKERS);
    }

    private Comparison compare(String name, int workers) {
        return done.computeIfAbsent(name + workers, key -> {
            Scenario scenario = Scenarios.all(workers).stream()
                    .filter(candidate -> candidate.name.equals(name))
                    .findFirst()
                    .orElseThrow();
            return Comparison.of(scenario, SEED);
        });
    }

    private static Tally adaptive(Comparison comparison) {
        return comparison.of("adaptive");
    }

    @Test
    void shouldBeNearTheOptimumUnderSkewedLoad() {
        Comparison skew = compare("skew");
        assertThat(skew.makespanToOptimum("adaptive")).isLessThanOrEqualTo(1.15);
        assertThat(skew.makespanToStealing("adaptive")).isLessThanOrEqualTo(1.05);
        assertThat(adaptive(skew).movesInLastThird()).isZero();
    }

    @Test
    void shouldBeNearTheOptimumWhenTheHotActorsChange() {
        Comparison phases = compare("phases");
        assertThat(phases.makespanToOptimum("adaptive")).isLessThanOrEqualTo(1.15);
        assertThat(phases.makespanToStealing("adaptive")).isLessThanOrEqualTo(1.05);
    }

    @Test
    void shouldBringTalkersTogetherWithinASecond() {
        Comparison chatty = compare("chatty");
        // What idle workers take from backlogs is among it.
        assertThat(adaptive(chatty).cutShareAfter(1_000_000_000)).isBetween(0.0, 0.10);
        assertThat(chatty.cutToRandom("adaptive")).isLessThanOrEqualTo(0.3);
        assertThat(chatty.makespanToStealing("adaptive")).isLessThanOrEqualTo(1.05);
        // Where tokens wander inside groups, loads wander, too; a group or two follow.
        assertThat(adaptive(chatty).movesInLastThird())
                .isLessThan(adaptive(chatty).moves() / 20);
    }

    @Test
    void shouldNotMoveUnderSteadyLoad() {
        Comparison uniform = compare("uniform");
        assertThat(adaptive(uniform).movesInLastThird()).isZero();
        assertThat(uniform.makespanToStealing("adaptive")).isLessThanOrEqualTo(1.05);
    }

    @Tag("soak")
    @Test
    void shouldKeepUpWithStealingWhereMessagesCostMoreOrLess() {
        for (String name : new String[] {"mixed", "giant", "giant-tiny"}) {
            assertThat(compare(name).makespanToStealing("adaptive")).as(name).isLessThanOrEqualTo(1.05);
        }
    }

    @Tag("soak")
    @Test
    void shouldKeepUpWithStealingOnFewWorkers() {
        for (int workers : new int[] {2, 4, 8}) {
            for (String name : new String[] {"skew", "chatty", "uniform", "mixed", "giant", "giant-tiny", "grow"}) {
                // Sharing is refused where talk is dear. That costs most where there is but one to share with.
                double most = workers == 2 ? 1.1 : 1.05;
                assertThat(compare(name, workers).makespanToStealing("adaptive"))
                        .as("%s, %d workers", name, workers)
                        .isLessThanOrEqualTo(most);
            }
        }
    }

    @Test
    void shouldSpreadWhatBeginsOnOneWorker() {
        assertThat(compare("grow").makespanToStealing("adaptive")).isLessThanOrEqualTo(1.05);
    }

    @Test
    void shouldBeCalmAroundAHub() {
        Comparison hub = compare("hub", 2);
        assertThat(adaptive(hub).makespan).isLessThanOrEqualTo(hub.of("single").makespan);
        assertThat(adaptive(hub).movesInLastThird()).isZero();
    }

    @Test
    void shouldStayOnOneWorkerUnderLightLoad() {
        assertThat(adaptive(compare("light")).runningMost).isEqualTo(1);
    }

    @Test
    void shouldHaveAllWorkersBusySoonAfterABurst() {
        for (int workers : new int[] {16, 64}) {
            assertThat(adaptive(compare("burst", workers)).allBusyAfter).isBetween(0L, 5_000_000L);
        }
    }

    @Test
    void shouldGiveTheSameResultForTheSameSeed() {
        Scenario scenario = Scenarios.all(4).get(0);
        assertThat(Report.json(List.of(Comparison.of(scenario, 3))))
                .isEqualTo(Report.json(List.of(Comparison.of(scenario, 3))));
    }
}
