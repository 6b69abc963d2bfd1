// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.TestSystem;
import io.troupe.testkit.schedule.protocol.SmallProtocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every strategy follows its seed, keeps the order of lanes, loses nothing, and lets time pass. */
class StrategyTest {
    static Stream<Strategy> strategies() {
        List<Strategy> all = List.of(
                new Strategy.Walk(),
                new Strategy.PartialOrder(),
                new Strategy.Priorities(3, 100),
                new Strategy.Latencies(1),
                new Strategy.SlowLanes(0.5),
                new Strategy.FirstCome(),
                Strategy.portfolio());
        return Stream.concat(all.stream(), all.stream().map(Strategy.PromptTurns::new));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldRepeatARunOfTheSameSeed(Strategy strategy) {
        for (SmallProtocol protocol : SmallProtocol.values()) {
            for (long seed = 0; seed < 5; seed++) {
                assertThat(hash(protocol, strategy, seed)).isEqualTo(hash(protocol, strategy, seed));
            }
        }
    }

    private static long hash(SmallProtocol protocol, Strategy strategy, long seed) {
        try (Simulator simulator = Simulator.of(seed, strategy, Realism.FLIGHTS_AND_TIME)) {
            protocol.holds(simulator, false);
            return simulator.hash();
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldLetAllHappenInOrderOfLanes(Strategy strategy) {
        for (long seed = 0; seed < 20; seed++) {
            List<String> ran = new ArrayList<>();
            Simulator simulator = Simulator.of(seed, strategy, Realism.FLIGHTS_AND_TIME);
            for (int i = 0; i < 100; i++) {
                String source = "s" + i % 7;
                String name = source + "/" + (1000 + i);
                long at = i % 3 == 0 ? i * 1_000_000L : 0;
                simulator.addAt(at, EventKind.BYTES, source, "t" + i % 5, "", () -> ran.add(name));
            }
            simulator.runToRest();
            assertThat(ran).hasSize(100);
            assertThat(simulator.possible()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldNotKeepATimerFromFiringForEver(Strategy strategy) {
        for (long seed = 0; seed < 20; seed++) {
            List<String> ran = new ArrayList<>();
            Simulator simulator = Simulator.of(seed, strategy, Realism.FLIGHTS_AND_TIME);
            simulator.addAt(50_000_000, EventKind.BYTES, "a", "b", "", () -> ran.add("late"));
            assertThat(simulator.until(() -> !ran.isEmpty(), Duration.ofMillis(50)))
                    .isTrue();
            assertThat(simulator.nanos()).isEqualTo(50_000_000);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void shouldLetATimerFireBeforeAMessageArrivesUnlessFirstComeIsServedFirst(Strategy strategy) {
        int timerFirst = 0;
        int messageFirst = 0;
        for (long seed = 0; seed < 100; seed++) {
            List<String> ran = new ArrayList<>();
            Simulator simulator = Simulator.of(seed, strategy, Realism.FLIGHTS_AND_TIME);
            simulator.addAt(10_000_000, EventKind.NOTE, "timer", "timer", "", () -> ran.add("timer"));
            simulator.add(EventKind.BYTES, "a", "b", "", () -> ran.add("message"));
            simulator.runToRest();
            timerFirst += ran.get(0).equals("timer") ? 1 : 0;
            messageFirst += ran.get(0).equals("message") ? 1 : 0;
        }
        assertThat(messageFirst).isPositive();
        boolean fair = strategy.toString().endsWith("first-come");
        assertThat(timerFirst).matches(count -> fair ? count == 0 : count > 0, fair ? "none" : "some");
    }

    /** A lane of low priority waits for a long time, but not for ever, even if others never come to rest. */
    @Test
    void shouldNotStarveAMessageForEver() {
        for (long seed = 0; seed < 50; seed++) {
            Simulator simulator = Simulator.of(seed, new Strategy.Priorities(1, 100), Realism.FLIGHTS_AND_TIME);
            again(simulator);
            boolean[] ran = {false};
            simulator.add(EventKind.BYTES, "a", "b", "", () -> ran[0] = true);
            assertThat(simulator.limit(3000).until(() -> ran[0], Duration.ZERO)).isTrue();
        }
    }

    private static void again(Simulator simulator) {
        simulator.add(EventKind.NOTE, "busy", "busy", "", () -> again(simulator));
    }

    /** Answers late. */
    public static class Slow extends Actor<Slow> {
        public Promise<Integer> answer() {
            return Promise.of(1);
        }
    }

    private static int timeOuts(Realism realism) {
        int timeOuts = 0;
        for (long seed = 0; seed < 100; seed++) {
            try (TestSystem test = TestSystem.seeded(seed, realism)) {
                Promise<Integer> answer =
                        test.spawn(Slow.class, Slow::new).answer().timeout(Duration.ofMillis(10));
                test.advance(Duration.ofSeconds(1));
                assertThat(answer.isSettled()).isTrue();
                timeOuts += answer.isFailed() ? 1 : 0;
            }
        }
        return timeOuts;
    }

    @Test
    void shouldLetTimeRaceWithMessagesOnlyIfAsked() {
        assertThat(timeOuts(Realism.FLIGHTS_AND_TIME)).isBetween(5, 95);
        assertThat(timeOuts(Realism.FLIGHTS)).isZero();
        assertThat(timeOuts(Realism.TURNS)).isZero();
    }

    @Test
    void shouldRefuseSettingsOutOfRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Strategy.Latencies(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Strategy.SlowLanes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Strategy.Priorities(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Strategy.Priorities(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Strategy.Portfolio(-1));
    }
}
