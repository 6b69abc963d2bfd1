// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import static io.troupe.testkit.trace.EventPattern.answered;
import static io.troupe.testkit.trace.EventPattern.any;
import static io.troupe.testkit.trace.EventPattern.arrived;
import static io.troupe.testkit.trace.EventPattern.failed;
import static io.troupe.testkit.trace.EventPattern.noted;
import static io.troupe.testkit.trace.EventPattern.sent;
import static io.troupe.testkit.trace.EventPattern.timer;
import static io.troupe.testkit.trace.EventPattern.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.TestSystem;
import io.troupe.testkit.schedule.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TraceTest {
    /** Keeps values by key. */
    public static class Server extends Actor<Server> {
        private int value = 5;

        public Promise<Integer> lookup(int key) {
            return Promise.of(key == value ? value : -1);
        }

        public void change(int to) {
            value = to;
        }

        public Promise<Integer> refuse() {
            throw new IllegalStateException("not today");
        }
    }

    /** Asks the server and remembers what it was told, unless it was told to forget it. */
    public static class Client extends Actor<Client> {
        private final Server server;
        private final List<String> seen;

        Client(Server server, List<String> seen) {
            this.server = server;
            this.seen = seen;
        }

        public void fetch(int key) {
            server.lookup(key).then(value -> seen.add("value " + value));
        }

        public void invalidate(int key) {
            seen.add("invalid " + key);
            Trace.event("invalid " + key);
        }

        public void wake() {
            context().after("nap", Duration.ofMillis(1), () -> seen.add("awake"));
        }
    }

    private record World(TestSystem system, Server server, Client client, List<String> seen) implements AutoCloseable {
        static World real(Trace trace) {
            return of(TestSystem.real(trace::attach));
        }

        static World of(TestSystem system) {
            List<String> seen = new CopyOnWriteArrayList<>();
            Server server = system.spawn(Server.class, Server::new, ActorOptions.named("server"));
            Client client = system.spawn(Client.class, () -> new Client(server, seen), ActorOptions.named("client"));
            return new World(system, server, client, seen);
        }

        @Override
        public void close() {
            system.close();
        }
    }

    private static void streams(Trace trace) {
        trace.stream("t→c", e -> e.link("outside", "client")).stream("t→s", e -> e.link("outside", "server")).stream(
                "c→s", e -> e.link("client", "server"))
                .stream("s→c", e -> e.link("server", "client"))
                .stream("s", e -> e.at("server"))
                .stream("c", e -> e.at("client"));
    }

    @Test
    void shouldCheckACallFromItsSendingToItsContinuation() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            streams(trace);
            world.client().fetch(5);
            trace.expect("t→c", sent("fetch", 5));
            trace.expect("c", turn("Client.fetch", 5));
            trace.expect("c→s", sent("lookup", 5));
            trace.expect("s", turn("Server.lookup"));
            trace.expect("s→c", answered(5));
            trace.expect("c", any());
            trace.finish();
            world.system().until(Duration.ofSeconds(5), () -> world.seen().contains("value 5"));
        }
    }

    @Test
    void shouldPauseTheWorkerUntilItsEventIsExpected() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            streams(trace);
            world.client().fetch(5);
            trace.expect("t→c", any());
            trace.expect("c", turn("fetch"));
            trace.expect("c→s", sent("lookup"));

            world.system()
                    .until(Duration.ofSeconds(5), () -> trace.events().stream().anyMatch(e -> e.at("server")));
            assertThat(trace.events()).noneMatch(e -> e.kind() == EventKind.ANSWER);

            trace.expect("s", turn("lookup"));
            trace.expect("s→c", answered(5));
            trace.expect("c", any());
            trace.finish();
        }
    }

    @Test
    void shouldDriveARaceEitherWay() {
        assertThat(race(true)).containsExactly("invalid 5", "value 5");
        assertThat(race(false)).containsExactly("value 5", "invalid 5");
    }

    private static List<String> race(boolean invalidFirst) {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            trace.stream("s→c", e -> e.link("server", "client"));
            trace.stream("m→c", e -> e.link("outside", "client") && e.label().contains("invalidate"));
            trace.stream("c", e -> e.at("client") && !e.label().contains("fetch"));
            world.client().fetch(5);
            world.client().invalidate(5);
            if (invalidFirst) {
                trace.hold("s→c");
                trace.expect("s→c", answered(5)); // it has happened, and is held
                invalidated(trace);
                trace.release("s→c");
                trace.expect("c", any());
            } else {
                trace.expect("s→c", answered(5));
                trace.expect("c", any());
                invalidated(trace);
            }
            trace.finish();
            return world.seen();
        }
    }

    private static void invalidated(Trace trace) {
        trace.expect("m→c", sent("invalidate", 5));
        trace.expect("c", turn("invalidate", 5));
        trace.expect("c", noted("invalid 5"));
    }

    @Test
    void shouldTellWhatWasExpectedAndWhatCameInstead() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            streams(trace);
            world.client().fetch(6);

            assertThatThrownBy(() -> trace.expect("t→c", sent("fetch", 5)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(
                            "stream=t→c, expected=sent fetch(5), came=send outside→troupe://test/client #1")
                    .hasMessageContaining("Client.fetch(6)");
        }
    }

    @Test
    void shouldTellWhatIsExpectedAndWhatWaitsWhenNothingComes() {
        Trace trace = Trace.start();
        try (World world = World.of(TestSystem.manual(trace::attach))) {
            trace.drivenBy(world.system()::step);
            streams(trace);
            world.client().fetch(5);

            assertThatThrownBy(() -> trace.expect("s→c", answered(5)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("an event must come: stream=s→c, expected=answered 5, the run has nothing more to do;"
                            + " waiting: t→c=[send outside→troupe://test/client #1: Client.fetch(5)]");
        }
    }

    @Test
    void shouldListEventsByStreamThatNobodyHasExpected() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            streams(trace);
            world.client().fetch(5);
            world.server().change(6);
            trace.expect("t→c", sent("fetch", 5));
            trace.expect("t→s", sent("change", 6));
            awaitForAWhile(() -> trace.events().stream()
                            .filter(e -> e.kind() == EventKind.TURN)
                            .count()
                    == 2);

            assertThatThrownBy(trace::finish)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith(
                            "a test must expect all events of its streams: left=s=[turn troupe://test/server")
                    .hasMessageContaining("Server.change(6)]")
                    .hasMessageContaining("c=[turn troupe://test/client #1: Client.fetch(5)]");
        }
    }

    @Test
    void shouldLetEventsOfNoStreamPass() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            world.client().fetch(5);
            world.system().until(Duration.ofSeconds(5), () -> world.seen().contains("value 5"));
            trace.finish();
        }
        assertThat(trace.events())
                .extracting(TraceEvent::kind)
                .contains(EventKind.SEND, EventKind.ARRIVAL, EventKind.TURN);
    }

    @Test
    void shouldSeeTimersFailuresAndNotes() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            trace.stream("time", e -> e.kind() == EventKind.TIME);
            trace.stream("answers", e -> e.kind() == EventKind.ANSWER);
            trace.stream("notes", e -> e.kind() == EventKind.NOTE);
            world.client().wake();
            trace.expect("time", timer("nap"));
            Promise<Integer> refused = world.server().refuse();
            trace.expect("answers", failed(IllegalStateException.class));
            assertThat(refused.isSettled()).isTrue();
            world.client().invalidate(3);
            trace.expect("notes", noted("invalid 3"));
            trace.finish();
            world.system().until(Duration.ofSeconds(5), () -> world.seen().contains("awake"));
        }
    }

    @Test
    void shouldCheckASystemWithoutThreads() {
        Trace trace = Trace.start();
        try (World world = World.of(TestSystem.manual(trace::attach))) {
            trace.drivenBy(world.system()::step);
            streams(trace);
            world.client().fetch(5);
            trace.expect("t→c", sent("fetch", 5));
            trace.expect("c", turn("fetch"));
            trace.expect("c→s", sent("lookup", 5));
            trace.expect("s", turn("lookup", 5));
            trace.expect("s→c", answered(5));
            trace.expect("c", any());
            trace.finish();
        }
    }

    @Test
    void shouldHoldBackMessagesOfTheTestItselfUntilTheyAreExpected() {
        Trace trace = Trace.start();
        try (World world = World.of(TestSystem.manual(trace::attach))) {
            trace.drivenBy(world.system()::step);
            trace.stream("arrivals", e -> e.kind() == EventKind.ARRIVAL);
            world.client().invalidate(1);
            world.client().invalidate(2);
            world.system().runAll();
            assertThat(world.seen()).isEmpty();

            trace.expect("arrivals", arrived("invalidate", 1));
            world.system().runAll();
            assertThat(world.seen()).containsExactly("invalid 1");

            trace.expect("arrivals", arrived("invalidate", 2));
            world.system().runAll();
            assertThat(world.seen()).containsExactly("invalid 1", "invalid 2");
            trace.finish();
        }
    }

    @Test
    void shouldHoldAnAnswerBackFromAContinuationThatComesLate() {
        Trace trace = Trace.start();
        try (World world = World.real(trace)) {
            trace.stream("answers", e -> e.kind() == EventKind.ANSWER);
            Promise<Integer> value = world.server().lookup(5);
            awaitForAWhile(value::isSettled);
            assertThat(value.isSettled()).isTrue();
            List<String> seen = new CopyOnWriteArrayList<>();
            Promise<Integer> late = value.then(number -> seen.add("value " + number));
            world.system().settle();
            assertThat(seen).isEmpty();

            trace.expect("answers", answered(5));
            assertThat(late.await(Duration.ofSeconds(5))).isEqualTo(5);
            assertThat(seen).containsExactly("value 5");
            trace.finish();
        }
    }

    // ---- proving streams right -----------------------------------------------------------------------------------

    @Test
    void shouldAcceptStreamsThatAreInCausalOrder() {
        int runs = Trace.verify(trace -> {
            try (World world = World.real(trace)) {
                streams(trace);
                world.client().fetch(5);
                trace.expect("t→c", any());
                trace.expect("c", turn("fetch"));
                trace.expect("c→s", sent("lookup"));
                trace.expect("s", turn("lookup"));
                trace.expect("s→c", answered(5));
                trace.expect("c", any());
                trace.finish();
            }
        });

        assertThat(runs).isEqualTo(7);
    }

    @Test
    void shouldRefuteAStreamOfTwoActorsThatDoNotKnowEachOther() {
        assertThatThrownBy(() -> Trace.verify(trace -> {
                    try (TestSystem system = TestSystem.real(trace::attach)) {
                        Server a = system.spawn(Server.class, Server::new, ActorOptions.named("a"));
                        Server b = system.spawn(Server.class, Server::new, ActorOptions.named("b"));
                        trace.stream("first", e -> e.at("a") && e.label().contains("(0)"));
                        trace.stream("both", e -> e.at("a") || e.at("b"));
                        a.change(0);
                        trace.expect("first", turn("change", 0));
                        a.change(1);
                        awaitForAWhile(() -> trace.events().stream()
                                .anyMatch(e -> e.at("a") && e.label().contains("(1)")));
                        b.change(2);
                        trace.expect("both", turn("change", 1));
                        trace.expect("both", turn("change", 2));
                        trace.finish();
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a stream must be in causal order, but with one event held back the test fails:"
                        + " event=turn troupe://test/a #2")
                .hasMessageContaining("stream=both, expected=turn change(1), came=turn troupe://test/b #1");
    }

    /** Until the condition holds, or long enough to see that the event is held back. */
    private static void awaitForAWhile(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    // ---- names and causes ----------------------------------------------------------------------------------------

    @Test
    void shouldNumberEventsAsSimulatedRunsDo() {
        Trace trace = Trace.start();
        try (World world = World.of(TestSystem.manual(trace::attach))) {
            world.client().invalidate(1);
            world.client().invalidate(2);
            world.system().runAll();
        }

        assertThat(trace.events())
                .extracting(TraceEvent::name)
                .contains(
                        "send outside→troupe://test/client #2",
                        "arrival outside→troupe://test/client #1",
                        "turn troupe://test/client #2",
                        "note troupe://test/client #2");
    }

    @Test
    void shouldKnowWhatHappensBeforeWhat() {
        Trace trace = Trace.start();
        try (World world = World.of(TestSystem.manual(trace::attach))) {
            world.client().fetch(5);
            world.server().change(6);
            world.system().runAll();
        }
        TraceEvent fetched = only(trace, "turn troupe://test/client #1");
        TraceEvent asked = only(trace, "send troupe://test/client→troupe://test/server #1");
        TraceEvent changed = only(trace, "arrival outside→troupe://test/server #1");
        TraceEvent answered = only(trace, "answer troupe://test/server→troupe://test/client #1");
        TraceEvent served = trace.events().stream()
                .filter(e -> e.label().equals("Server.lookup(5)") && e.kind() == EventKind.TURN)
                .findFirst()
                .orElseThrow();

        assertThat(fetched.happensBefore(asked)).isTrue();
        assertThat(asked.happensBefore(served)).isTrue();
        assertThat(served.happensBefore(answered)).isTrue();
        assertThat(fetched.happensBefore(answered)).isTrue();
        assertThat(answered.happensBefore(served)).isFalse();
        assertThat(asked.happensBefore(changed)).isFalse();
        assertThat(changed.happensBefore(asked)).isFalse();
        assertThat(asked.happensBefore(asked)).isFalse();
        assertThat(fetched.clock().isBefore(answered.clock())).isTrue();
        assertThat(asked.step().cause()).isEqualTo(fetched.step().number());
    }

    private static TraceEvent only(Trace trace, String name) {
        List<TraceEvent> found = new ArrayList<>(trace.events());
        found.removeIf(e -> !e.name().equals(name));
        assertThat(found).describedAs(name).hasSize(1);
        return found.get(0);
    }

    @Test
    void shouldDoNothingWhenNobodyTraces() {
        try (World world = World.of(TestSystem.manual())) {
            world.client().invalidate(1);
            world.system().runAll();
            assertThat(world.seen()).containsExactly("invalid 1");
        }
    }
}
