// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.troupe.core.actor.Actor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
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

    /** A rule that several classes keep. */
    abstract static class Contract {
        abstract int most();

        @Simulated(schedules = 2)
        void breaks(Simulation sim) {
            sim.node("n", node -> node.system().spawn(Ticker.class, Ticker::new));
            sim.runFor(Duration.ofSeconds(1));
            assertThat(sim.nodes()).hasSizeLessThanOrEqualTo(most());
        }
    }

    public static class Ticker extends Actor<Ticker> {}

    /** Run by the tests below only. */
    static final class Inheriting extends Contract {
        @Override
        int most() {
            return 0;
        }

        @Nested
        class Inner extends Contract {
            @Override
            int most() {
                return Inheriting.this.most();
            }
        }
    }

    /** Run by the tests below only. */
    static final class Unusual {
        @Simulated
        void assumes(Simulation sim) {
            assumeThat(sim.nodes()).isNotEmpty();
        }

        @Simulated
        @RepeatedTest(2)
        void repeats(Simulation sim) {}
    }

    /** Run by the tests below only. */
    static final class Preparing {
        @BeforeEach
        void before(Simulation sim) {
            sim.node("n", node -> {});
        }

        @Simulated
        void holds(Simulation sim) {}
    }

    private static TestExecutionSummary run() {
        return run(Examples.class);
    }

    private static TestExecutionSummary run(Class<?> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
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
        String file = replayed(failure);
        Examples.CALLS.clear();
        assertThatThrownBy(() -> Simulation.replay(file))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("time stops");
        assertThat(Examples.CALLS).containsExactly("breaks");
    }

    @Test
    void shouldReplayTestsThatAreInheritedOrNested() {
        TestExecutionSummary summary = run(Inheriting.class);
        List<String> files = summary.getFailures().stream()
                .map(failure -> replayed(failure.getException()))
                .toList();
        assertThat(files)
                .hasSize(2)
                .anySatisfy(file -> assertThat(file).endsWith("SimulatedTest_Inheriting.breaks-0.schedule"))
                .anySatisfy(file -> assertThat(file).endsWith("SimulatedTest_Inheriting_Inner.breaks-0.schedule"));
        assertThat(files).allSatisfy(file -> assertThatThrownBy(() -> Simulation.replay(file))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the test fails under a recorded schedule"));
    }

    @Test
    void shouldSkipATestWhoseAssumptionDoesNotHold() {
        TestExecutionSummary summary = run(Unusual.class);
        assertThat(summary.getTestsAbortedCount()).isOne();
    }

    @Test
    void shouldRefuseToRepeatATestBesideItsSchedules() {
        TestExecutionSummary summary = run(Unusual.class);
        assertThat(summary.getFailures()).hasSize(2).allSatisfy(failure -> assertThat(failure.getException())
                .hasMessageStartingWith("a simulated test must not be repeated or have arguments of its own: method=")
                .hasMessageEndingWith("; set the number of schedules instead: @Simulated(schedules = …)"));
    }

    @Test
    void shouldGiveNoSimulationToMethodsThatRunOncePerTest() {
        TestExecutionSummary summary = run(Preparing.class);
        assertThat(summary.getFailures()).singleElement().satisfies(failure -> assertThat(failure.getException())
                .hasMessageContaining("No ParameterResolver registered"));
    }

    private static String replayed(Throwable failure) {
        return failure.getMessage().replaceAll("(?s).*Simulation.replay\\(\"([^\"]*)\"\\).*", "$1");
    }
}
