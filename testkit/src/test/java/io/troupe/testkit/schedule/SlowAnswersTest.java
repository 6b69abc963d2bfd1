// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The deadline of a call may pass when its method has run and its answer is under way. */
class SlowAnswersTest {
    private static final int SCHEDULES = 300;
    private static final Duration LIMIT = Duration.ofMillis(20);

    /** Does a thing once per id, as long as it remembers the id. */
    public static class Server extends Actor<Server> {
        private final Duration memory;
        private final Set<Integer> seen = new HashSet<>();
        private int done;

        Server(Duration memory) {
            this.memory = memory;
        }

        public Promise<Integer> execute(int id) {
            if (seen.add(id)) {
                done++;
                context().after(memory, () -> seen.remove(id));
            }
            return Promise.of(done);
        }

        public Promise<Integer> executeAndStop(int id) {
            done++;
            context().stop();
            return Promise.of(done);
        }

        public Promise<Integer> done() {
            return Promise.of(done);
        }
    }

    /** Tries again when an answer does not come in time. */
    public static class Client extends Actor<Client> {
        private final Server server;
        private final List<Throwable> failures;
        private final List<String> heard = new ArrayList<>();

        Client(Server server, List<Throwable> failures) {
            this.server = server;
            this.failures = failures;
        }

        public Promise<Integer> call(int tries) {
            Promise<Integer> called = server.execute(7).timeout(LIMIT).onError(failures::add);
            return tries == 1
                    ? called.recover(late -> 0)
                    : called.recover(late -> -1).flatMap(outcome -> {
                        return outcome < 0 ? call(tries - 1) : Promise.of(outcome);
                    });
        }

        public Promise<Integer> callOnce() {
            return server.executeAndStop(7).onError(failures::add).recover(failure -> 0);
        }

        public void listen(Speaker speaker) {
            speaker.speak(self()).timeout(LIMIT).then(answer -> heard.add("answer"));
        }

        public void hear(String word) {
            heard.add(word);
        }

        public Promise<List<String>> heard() {
            return Promise.of(List.copyOf(heard));
        }
    }

    /** Answers, and then says more. */
    public static class Speaker extends Actor<Speaker> {
        public Promise<String> speak(Client to) {
            self().more(to);
            return Promise.of("answer");
        }

        public void more(Client to) {
            to.hear("more");
        }
    }

    private static Stream<MailboxSpec> mailboxes() {
        return Stream.of(
                MailboxSpec.unbounded(),
                MailboxSpec.bounded(8, Overflow.PACE),
                MailboxSpec.bounded(8, Overflow.DROP_OLDEST));
    }

    private static void callAgain(Simulator simulator, MailboxSpec mailbox, Duration memory) {
        ActorSystem system = simulator.system("test");
        Server server = system.spawn(
                Server.class,
                () -> new Server(memory),
                ActorOptions.named("server").mailbox(mailbox));
        List<Throwable> failures = new ArrayList<>();
        Client client = system.spawn(Client.class, () -> new Client(server, failures), ActorOptions.named("client"));
        Promise<Integer> unused = client.call(3);
        simulator.runFor(Duration.ofSeconds(1));
        Promise<Integer> done = server.done();
        simulator.runAll();
        assertThat(done.result().orElseThrow().value())
                .as("times that it was done")
                .isLessThan(2);
    }

    @Test
    void shouldLetADeadlinePassWhenTheMethodHasRun() {
        int[] executed = {0};
        Schedules.of(SCHEDULES)
                .run(simulator -> {
                    ActorSystem system = simulator.system("test");
                    Server server = system.spawn(Server.class, () -> new Server(Duration.ofDays(1)));
                    List<Throwable> failures = new ArrayList<>();
                    Client client = system.spawn(Client.class, () -> new Client(server, failures));
                    Promise<Integer> unused = client.call(1);
                    simulator.runFor(Duration.ofSeconds(1));
                    Promise<Integer> done = server.done();
                    simulator.runAll();
                    boolean hasRun = requireNonNull(done.result().orElseThrow().value()) == 1;
                    for (Throwable failure : failures) {
                        assertThat(((CallTimeoutException) failure).maybeExecuted())
                                .isEqualTo(hasRun);
                        executed[0] += hasRun ? 1 : 0;
                    }
                })
                .orThrow();
        assertThat(executed[0]).isPositive();
    }

    @ParameterizedTest
    @MethodSource("mailboxes")
    void shouldFindAServerThatForgetsWhatItHasDoneTooSoon(MailboxSpec mailbox) {
        ScheduleFailure failure = Schedules.of(SCHEDULES)
                .named("forgetful server")
                .run(simulator -> callAgain(simulator, mailbox, Duration.ofMillis(30)))
                .first();
        assertThat(requireNonNull(failure).words()).hasSizeLessThan(3).allMatch(words -> words.contains("answer"));
    }

    @ParameterizedTest
    @MethodSource("mailboxes")
    void shouldFindNothingIfTheServerRemembersForLonger(MailboxSpec mailbox) {
        Schedules.of(SCHEDULES)
                .run(simulator -> callAgain(simulator, mailbox, Duration.ofDays(1)))
                .orThrow();
    }

    @Test
    void shouldDeliverAnAnswerBeforeLaterMessagesOfItsSender() {
        Schedules.of(SCHEDULES)
                .run(simulator -> {
                    ActorSystem system = simulator.system("test");
                    Server server = system.spawn(Server.class, () -> new Server(LIMIT));
                    Client client = system.spawn(Client.class, () -> new Client(server, new ArrayList<>()));
                    client.listen(system.spawn(Speaker.class, Speaker::new));
                    simulator.runAll();
                    Promise<List<String>> heard = client.heard();
                    simulator.runAll();
                    assertThat(heard.result().orElseThrow().value()).containsExactly("answer", "more");
                })
                .orThrow();
    }

    @Test
    void shouldDeliverTheAnswerOfAnActorThatHasStopped() {
        Schedules.of(SCHEDULES)
                .run(simulator -> {
                    ActorSystem system = simulator.system("test");
                    Server server = system.spawn(Server.class, () -> new Server(LIMIT));
                    List<Throwable> failures = new ArrayList<>();
                    Client client = system.spawn(Client.class, () -> new Client(server, failures));
                    Promise<Integer> called = client.callOnce();
                    simulator.runAll();
                    assertThat(failures).isEmpty();
                    assertThat(called.result().orElseThrow().value()).isEqualTo(1);
                })
                .orThrow();
    }
}
