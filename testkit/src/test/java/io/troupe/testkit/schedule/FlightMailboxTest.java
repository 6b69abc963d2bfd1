// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.TestSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mailboxes keep their promises while messages are under way, whatever the seed. */
@Timeout(60)
class FlightMailboxTest {
    private static final int SEEDS = 60;
    private static final int MESSAGES = 8;

    private final List<String> taken = new ArrayList<>();

    /** Takes texts. */
    public static class Taker extends Actor<Taker> {
        private final List<String> taken;

        Taker(List<String> taken) {
            this.taken = taken;
        }

        public void take(String text) {
            taken.add(text);
        }

        public Promise<Integer> count() {
            return Promise.of(taken.size());
        }

        public void end() {
            context().stop();
        }
    }

    /** Sends texts, and asks. */
    public static class Sender extends Actor<Sender> {
        private final List<String> taken;
        private final String name;
        private int next;

        Sender(List<String> taken, String name) {
            this.taken = taken;
            this.name = name;
        }

        public void send(Taker taker, int count) {
            for (int i = 0; i < count; i++) {
                taker.take(name + next++);
            }
        }

        public void ask(Taker taker) {
            taker.count().then(count -> taken.add(name + " knows " + count)).recover(failure -> null);
        }
    }

    private Taker taker(TestSystem test, ActorOptions options) {
        return test.spawn(Taker.class, () -> new Taker(taken), options);
    }

    private Sender sender(TestSystem test, String name) {
        return test.spawn(Sender.class, () -> new Sender(taken, name));
    }

    private List<String> from(String sender) {
        return taken.stream().filter(text -> text.startsWith(sender)).toList();
    }

    private static List<String> all(String sender) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            all.add(sender + i);
        }
        return all;
    }

    private void forSeeds(TestSystem.SeedBody body) {
        TestSystem.forSeeds(SEEDS, seed -> {
            taken.clear();
            body.run(seed);
        });
    }

    @Test
    void shouldKeepTheOrderOfEachSenderButNoOther() {
        Set<String> orders = new HashSet<>();
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, ActorOptions.defaults());
                sender(test, "a").send(taker, MESSAGES);
                sender(test, "b").send(taker, MESSAGES);
                test.runAll();
                assertThat(from("a")).isEqualTo(all("a"));
                assertThat(from("b")).isEqualTo(all("b"));
                orders.add(taken.toString());
            }
        });
        assertThat(orders).hasSizeGreaterThan(SEEDS / 2);
    }

    @Test
    void shouldLoseNothingWhenSendersArePaced() {
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, options(MailboxSpec.bounded(2, Overflow.PACE)));
                Sender a = sender(test, "a");
                a.send(taker, MESSAGES / 2);
                a.send(taker, MESSAGES / 2);
                sender(test, "b").send(taker, MESSAGES);
                for (int i = 0; i < MESSAGES; i++) {
                    taker.take("outside" + i); // waits for room, and runs the others meanwhile
                }
                test.runAll();
                assertThat(from("a")).isEqualTo(all("a"));
                assertThat(from("b")).isEqualTo(all("b"));
                assertThat(from("outside")).isEqualTo(all("outside"));
            }
        });
    }

    @Test
    void shouldRefuseWhatIsBeyondTheBoundWhateverIsUnderWay() {
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, options(MailboxSpec.bounded(3, Overflow.FAIL)));
                for (int i = 0; i < 3; i++) {
                    taker.take("a" + i);
                }
                assertThatThrownBy(() -> taker.take("a3")).isInstanceOf(MailboxFullException.class);
                test.runAll();
                taker.take("a4");
                test.runAll();
                assertThat(taken).containsExactly("a0", "a1", "a2", "a4");
            }
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = Overflow.class,
            names = {"DROP_NEWEST", "DROP_OLDEST"})
    void shouldDropByThePolicyWhateverIsUnderWay(Overflow overflow) {
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, options(MailboxSpec.bounded(3, overflow)));
                for (int i = 0; i < 5; i++) {
                    taker.take("a" + i);
                }
                test.runAll();
                assertThat(taken)
                        .containsExactlyElementsOf(
                                overflow == Overflow.DROP_NEWEST
                                        ? List.of("a0", "a1", "a2")
                                        : List.of("a2", "a3", "a4"));
                assertThat(test.deadLetters()).hasSize(2);
            }
        });
    }

    @Test
    void shouldKeepTheLatestOfEachKey() {
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, ActorOptions.defaults().latestByKey(2, (method, arguments) -> arguments
                        .get(0)
                        .toString()
                        .charAt(0)));
                taker.take("x1");
                taker.take("y1");
                taker.take("x2");
                taker.take("y2");
                assertThatThrownBy(() -> taker.take("z1")).isInstanceOf(MailboxFullException.class);
                test.runAll();
                assertThat(taken).contains("x2", "y2");
            }
        });
    }

    @Test
    void shouldTurnMessagesUnderWayIntoDeadLettersAndFailedAsksWhenTheTargetStops() {
        Set<Integer> lost = new HashSet<>();
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, ActorOptions.defaults());
                sender(test, "a").send(taker, MESSAGES);
                taker.end();
                Promise<Integer> count = taker.count();
                test.runAll();
                test.assertThat(count).hasFailedWith(ActorStoppedException.class);
                assertThat(taken.size() + test.deadLetters().size()).isEqualTo(MESSAGES);
                assertThat(test.deadLetters()).allMatch(letter -> letter.reason() == DeadLetter.Reason.STOPPED);
                lost.add(taken.size());
            }
        });
        assertThat(lost).as("messages that came before the end").hasSizeGreaterThan(3);
    }

    @Test
    void shouldDeliverWhatIsUnderWayBeforeAnActorStopsWhenIdle() {
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, ActorOptions.defaults());
                for (int i = 0; i < MESSAGES; i++) {
                    taker.take("a" + i);
                }
                test.system().stopWhenIdle(taker);
                test.runAll();
                assertThat(taken).isEqualTo(all("a"));
                assertThat(test.system().actors()).isZero();
            }
        });
    }

    @Test
    void shouldLetAnAnswerComeLaterThanItWasGiven() {
        Set<String> orders = new HashSet<>();
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Taker taker = taker(test, ActorOptions.defaults());
                sender(test, "a").ask(taker);
                sender(test, "b").send(taker, 2);
                test.runAll();
                orders.add(taken.toString());
            }
        });
        assertThat(orders)
                .as("the answer was given before and comes after what it does not know")
                .contains("[b0, b1, a knows 0]", "[a knows 0, b0, b1]", "[b0, b1, a knows 2]");
    }

    /** No thread can do otherwise: both are put by the same one, the answer first. */
    @Test
    void shouldNeverLetATellOvertakeAnAnswerOfTheSameSender() {
        List<String> orders = new ArrayList<>();
        forSeeds(seed -> {
            orders.clear();
            try (TestSystem test = TestSystem.seeded(seed)) {
                Responder responder = test.spawn(Responder.class, Responder::new);
                Asker asker = test.spawn(Asker.class, () -> new Asker(orders));
                asker.begin(responder);
                test.runAll();
                assertThat(orders).containsExactly("answered", "told");
            }
        });
    }

    @Test
    void shouldRunOneMessageOrOneCallbackPerTurn() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Simulator simulator = Simulator.of(seed, new Strategy.Walk(), Realism.FLIGHTS_AND_TIME);
            simulator.record();
            List<String> orders = new ArrayList<>();
            try (TestSystem test = TestSystem.simulated(simulator, settings -> {})) {
                Responder responder = test.spawn(Responder.class, Responder::new);
                Asker asker = test.spawn(Asker.class, () -> new Asker(orders));
                asker.begin(responder);
                test.runAll();
            }
            assertThat(simulator.recorded())
                    .filteredOn(event -> event.kind() == EventKind.TURN)
                    .extracting(SimEvent::label)
                    .as("two starts, a continuation, and four messages")
                    .containsExactlyInAnyOrder(
                            "",
                            "",
                            "",
                            "Asker.begin(Responder)",
                            "Responder.answer(Asker)",
                            "Responder.later(Asker)",
                            "Asker.told()");
        }
    }

    /** Answers, and then tells. */
    public static class Responder extends Actor<Responder> {
        public Promise<String> answer(Asker asker) {
            self().later(asker);
            return Promise.of("answered");
        }

        public void later(Asker asker) {
            asker.told();
        }
    }

    /** Notes in which order things come. */
    public static class Asker extends Actor<Asker> {
        private final List<String> orders;

        Asker(List<String> orders) {
            this.orders = orders;
        }

        public void begin(Responder responder) {
            responder.answer(self()).then(orders::add);
        }

        public void told() {
            orders.add("told");
        }
    }

    @Test
    void shouldRestartAnActorWithAnswersUnderWay() {
        forSeeds(seed -> {
            try (TestSystem test = TestSystem.seeded(seed).allowPendingWork()) {
                Taker taker = taker(test, ActorOptions.defaults());
                Failing failing = test.spawn(Failing.class, () -> new Failing(taken));
                failing.ask(taker);
                failing.fail();
                test.advance(Duration.ofSeconds(5));
                assertThat(taken).hasSizeLessThanOrEqualTo(1);
                failing.ask(taker);
                test.advance(Duration.ofSeconds(5));
                assertThat(taken).last().asString().startsWith("knows");
            }
        });
    }

    /** Fails when told to. */
    public static class Failing extends Actor<Failing> {
        private final List<String> taken;

        Failing(List<String> taken) {
            this.taken = taken;
        }

        public void ask(Taker taker) {
            taker.count().then(count -> taken.add("knows " + count));
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void shouldTakeMessagesOfOtherThreads() throws InterruptedException {
        try (TestSystem test = TestSystem.seeded(1)) {
            Taker taker = taker(test, ActorOptions.defaults());
            Thread thread = new Thread(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    taker.take("a" + i);
                }
            });
            thread.start();
            thread.join();
            test.runAll();
            assertThat(taken).isEqualTo(all("a"));
        }
    }

    private static ActorOptions options(MailboxSpec mailbox) {
        return ActorOptions.defaults().mailbox(mailbox);
    }
}
