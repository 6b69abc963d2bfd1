// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class SimulatedTest {
    private final Set<Simulation> seen = new HashSet<>();

    @Simulated(schedules = 7)
    void shouldGetANewSimulationPerSchedule(Simulation sim) {
        sim.node("n", node -> {});
        sim.runFor(Duration.ofSeconds(1));
        seen.add(sim);
        if (seen.size() == 8) { // one of the schedules is run twice
            sim.note("all seven have run");
        }
        assertThat(seen).hasSizeLessThanOrEqualTo(8);
    }

    /** Run by the tests below only. */
    static final class Examples {
        static final List<String> CALLS = new ArrayList<>();

        @BeforeEach
        void before() {
            CALLS.add("before");
        }

        @AfterEach
        void after() {
            CALLS.add("after");
        }

        @Simulated(schedules = 3)
        void holds(Simulation sim) {
            CALLS.add("holds");
        }

        @Simulated(schedules = 100, seed = 40)
        void breaks(Simulation sim) {
            CALLS.add("breaks");
            sim.node("n", node -> {});
            sim.client("c", 1, client -> client.every(Duration.ofMillis(10), () -> {}));
            sim.runFor(Duration.ofSeconds(1));
            sim.always("time stops", () -> sim.time().toMillis() < 1500);
            sim.runFor(Duration.ofSeconds(1));
        }
    }

    private static TestExecutionSummary run() {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Examples.class))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    @Test
    void shouldBeOneTestOfManySchedulesThatTellsHowToReplay() {
        Examples.CALLS.clear();
        TestExecutionSummary summary = run();
        assertThat(summary.getTestsSucceededCount()).isOne();
        assertThat(summary.getTestsFailedCount()).isOne();
        assertThat(Examples.CALLS.stream().filter("before"::equals)).hasSize(2);
        assertThat(Examples.CALLS.stream().filter("holds"::equals)).hasSize(4); // one of the schedules is run twice
        Throwable failure = summary.getFailures().get(0).getException();
        String test = Examples.class.getName() + ".breaks";
        assertThat(failure)
                .hasMessageStartingWith(test + " fails: java.lang.AssertionError: it must always hold: time stops")
                .hasMessageContaining("seed=40, ")
                .hasMessageContaining("again: Simulation.replay(\"target/simulation/");
        String file = failure.getMessage().replaceAll("(?s).*Simulation.replay\\(\"([^\"]*)\"\\).*", "$1");
        Examples.CALLS.clear();
        assertThatThrownBy(() -> Simulation.replay(file))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("time stops");
        assertThat(Examples.CALLS).containsExactly("breaks");
    }
}
