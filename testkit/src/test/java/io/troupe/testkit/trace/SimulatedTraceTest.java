// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import static io.troupe.testkit.trace.EventPattern.answered;
import static io.troupe.testkit.trace.EventPattern.arrived;
import static io.troupe.testkit.trace.EventPattern.noted;
import static io.troupe.testkit.trace.EventPattern.sent;
import static io.troupe.testkit.trace.EventPattern.timer;
import static io.troupe.testkit.trace.EventPattern.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.testkit.TestSystem;
import io.troupe.testkit.schedule.EventKind;
import io.troupe.testkit.schedule.Simulator;
import io.troupe.testkit.trace.TraceTest.Client;
import io.troupe.testkit.trace.TraceTest.Server;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedTraceTest {
    private static final List<Long> SEEDS = List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);

    private record World(TestSystem system, Server server, Client client, List<String> seen) implements AutoCloseable {
        static World of(Trace trace, long seed) {
            Simulator simulator = Simulator.of(seed);
            trace.drivenBy(simulator);
            TestSystem system = TestSystem.simulated(simulator, trace::attach);
            List<String> seen = new ArrayList<>();
            Server server = system.spawn(Server.class, Server::new, ActorOptions.named("server"));
            Client client = system.spawn(Client.class, () -> new Client(server, seen), ActorOptions.named("client"));
            return new World(system, server, client, seen);
        }

        @Override
        public void close() {
            system.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldCheckACallUnderEverySchedule(long seed) {
        Trace trace = Trace.start();
        try (World world = World.of(trace, seed)) {
            trace.stream("c→s", e -> e.link("client", "server")).stream("in", e -> e.arrival("client", "server"))
                    .stream("s→c", e -> e.link("server", "client"))
                    .stream("s", e -> e.at("server") && e.kind() == EventKind.TURN);
            world.client().fetch(5);
            trace.expect("c→s", sent("lookup", 5));
            trace.expect("in", arrived("lookup", 5));
            TraceEvent turn = awaitCall(trace);
            assertThat(turn.label()).isEqualTo("Server.lookup(5)");
            trace.expect("s→c", answered(5));
            trace.finish();
            world.system().runAll();
            assertThat(world.seen()).containsExactly("value 5");
        }
    }

    /** The first event of the stream of turns. */
    private static TraceEvent awaitCall(Trace trace) {
        return trace.expect("s", turn("Server.lookup", 5));
    }

    @Test
    void shouldDriveARaceEitherWayUnderEverySchedule() {
        for (long seed : SEEDS) {
            assertThat(race(seed, true)).containsExactly("invalid 5", "value 5");
            assertThat(race(seed, false)).containsExactly("value 5", "invalid 5");
        }
    }

    private static List<String> race(long seed, boolean invalidFirst) {
        Trace trace = Trace.start();
        try (World world = World.of(trace, seed)) {
            trace.stream("s→c", e -> e.link("server", "client"));
            trace.stream("m→c", e -> e.link("outside", "client") && e.label().contains("invalidate"));
            trace.stream("note", e -> e.kind() == EventKind.NOTE);
            world.client().fetch(5);
            world.client().invalidate(5);
            if (invalidFirst) {
                trace.hold("s→c");
                trace.expect("s→c", answered(5));
                trace.expect("m→c", sent("invalidate", 5));
                trace.expect("note", noted("invalid 5"));
                trace.release("s→c");
            } else {
                trace.expect("s→c", answered(5));
                while (world.seen().isEmpty()) {
                    assertThat(world.system().step()).isTrue();
                }
                trace.expect("m→c", sent("invalidate", 5));
                trace.expect("note", noted("invalid 5"));
            }
            trace.finish();
            world.system().runAll();
            return world.seen();
        }
    }

    @Test
    void shouldTellWhatIsExpectedAndWhatWaitsWhenTheRunCannotGoOn() {
        Trace trace = Trace.start();
        try (World world = World.of(trace, 1)) {
            trace.stream("c→s", e -> e.link("client", "server")).stream("s→c", e -> e.link("server", "client"));
            world.client().fetch(5);

            assertThatThrownBy(() -> trace.expect("s→c", answered(5)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("an event must come: stream=s→c, expected=answered 5, the run has nothing more to do;"
                            + " waiting: c→s=[send troupe://test/client→troupe://test/server #1: Server.lookup(5)]");
        }
    }

    @Test
    void shouldTellWhichEventsCouldHappenIfTheyWereExpected() {
        Trace trace = Trace.start();
        try (World world = World.of(trace, 1)) {
            trace.stream("in", e -> e.arrival("client", "server")).stream("s→c", e -> e.link("server", "client"));
            world.client().fetch(5);

            assertThatThrownBy(() -> trace.expect("s→c", answered(5)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("an event must come: stream=s→c, expected=answered 5, the run has nothing more to do;"
                            + " waiting: in=[arrival troupe://test/client→troupe://test/server #1]");
        }
    }

    @Test
    void shouldLetTimePassWhileAnAnswerIsHeld() {
        Trace trace = Trace.start();
        try (World world = World.of(trace, 1)) {
            trace.stream("s→c", e -> e.link("server", "client")).stream("time", e -> e.kind() == EventKind.TIME);
            trace.hold("s→c");
            world.client().fetch(5);
            world.client().wake();
            trace.expect("time", timer("nap"));
            assertThat(world.seen()).containsExactly("awake");
            trace.release("s→c");
            trace.expect("s→c", answered(5));
            trace.finish();
            world.system().runAll();
            assertThat(world.seen()).containsExactly("awake", "value 5");
        }
    }

    @Test
    void shouldVerifyStreamsWithoutWaiting() {
        int runs = Trace.verify(trace -> {
            try (World world = World.of(trace, 3)) {
                trace.stream("c→s", e -> e.link("client", "server")).stream("in", e -> e.arrival("client", "server"))
                        .stream("s→c", e -> e.link("server", "client"));
                world.client().fetch(5);
                trace.expect("c→s", sent("lookup", 5));
                trace.expect("in", arrived("lookup", 5));
                trace.expect("s→c", answered(5));
                trace.finish();
            }
        });

        assertThat(runs).isEqualTo(4);
    }

    @Test
    void shouldRefuteAStreamOfArrivalsThatRace() {
        long kind =
                SEEDS.stream().filter(SimulatedTraceTest::isKind).findFirst().orElseThrow();

        assertThatThrownBy(() -> Trace.verify(trace -> arrivalsInOneStream(trace, kind)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a stream must be in causal order, but with one event held back the test fails:"
                        + " event=arrival outside→troupe://test/server #1")
                .hasMessageContaining("came=arrival troupe://test/client→troupe://test/server #1");
    }

    private static boolean isKind(long seed) {
        try {
            arrivalsInOneStream(Trace.start(), seed);
            return true;
        } catch (AssertionError otherOrder) {
            return false;
        }
    }

    /** The arrival that comes first in this run must always come first, the test believes. */
    private static void arrivalsInOneStream(Trace trace, long seed) {
        try (World world = World.of(trace, seed)) {
            trace.stream("in", e -> e.arrival("outside", "server") || e.arrival("client", "server"));
            world.server().change(7);
            world.client().fetch(7);
            trace.expect("in", arrived("change", 7));
            trace.expect("in", arrived("lookup", 7));
            trace.finish();
        }
    }
}
