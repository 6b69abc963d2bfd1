// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.continuation.DevelopmentChecks;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An actor's own object inside of something else is refused where checks are on, with a sentence and the place. */
class DevelopmentChecksTest {
    private final ManualSystem test = new ManualSystem();

    @BeforeEach
    void needChecks() {
        assertThat(DevelopmentChecks.ON).as("assertions are enabled in tests").isTrue();
    }

    @AfterEach
    void close() {
        test.close();
    }

    record Envelope(Object content) {}

    static class Receiver extends Actor<Receiver> {
        public void list(Collection<?> values) {}

        public void map(Map<?, ?> values) {}

        public void array(Object[] values) {}

        public void optional(Optional<?> value) {}

        public void record(Envelope value) {}

        public void action(Runnable action) {}
    }

    interface Sender {
        Promise<String> send(String how);

        Promise<Object> give(String how);

        Promise<Object> run(Function<Object, Object> action);
    }

    /** What both kinds of actors do. */
    static Promise<String> send(Receiver receiver, String how, Object self) {
        switch (how) {
            case "list" -> receiver.list(List.of("x", self));
            case "map" -> receiver.map(Map.of("x", self));
            case "key" -> receiver.map(Map.of(self, "x"));
            case "array" -> receiver.array(new Object[] {"x", self});
            case "optional" -> receiver.optional(Optional.of(self));
            case "record" -> receiver.record(new Envelope(self));
            default -> receiver.action(() -> Objects.requireNonNull(self));
        }
        return Promise.of("sent");
    }

    static Promise<Object> give(String how, Object self) {
        return switch (how) {
            case "list" -> Promise.of(List.of("x", self));
            case "map" -> Promise.of("x").map(x -> Map.of("x", self));
            case "optional" -> {
                CompletablePromise<Object> promise = new CompletablePromise<>();
                promise.complete(Optional.of(self));
                yield promise;
            }
            default -> Promise.of(new Envelope(self));
        };
    }

    static final class PlainSender implements Sender {
        private final Receiver receiver;

        PlainSender(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public Promise<String> send(String how) {
            return DevelopmentChecksTest.send(receiver, how, this);
        }

        @Override
        public Promise<Object> give(String how) {
            return DevelopmentChecksTest.give(how, this);
        }

        @Override
        public Promise<Object> run(Function<Object, Object> action) {
            return Promise.of(action.apply(this));
        }
    }

    static class ActorSender extends Actor<Sender> implements Sender {
        private final Receiver receiver;

        ActorSender(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public Promise<String> send(String how) {
            return DevelopmentChecksTest.send(receiver, how, this);
        }

        @Override
        public Promise<Object> give(String how) {
            return DevelopmentChecksTest.give(how, this);
        }

        @Override
        public Promise<Object> run(Function<Object, Object> action) {
            return Promise.of(action.apply(this));
        }

        Object own() {
            return self();
        }

        Object ownAddress() {
            return context().address();
        }
    }

    private List<Sender> senders() {
        Receiver receiver = test.system.spawn(Receiver.class, Receiver::new);
        return List.of(
                test.system.spawn(Sender.class, () -> new PlainSender(receiver)),
                test.system.spawn(Sender.class, () -> new ActorSender(receiver)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "map", "key", "array", "optional", "record", "lambda"})
    void shouldRefuseAnActorsOwnObjectInsideAnArgument(String how) {
        for (Sender sender : senders()) {
            assertThatThrownBy(() -> test.result(sender.send(how)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("an argument must not hold an actor itself")
                    .hasMessageContaining("calledFrom=" + DevelopmentChecksTest.class.getName())
                    .hasMessageContaining("put self() there");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "map", "optional", "record"})
    void shouldFailAResultThatHoldsTheActorsOwnObject(String how) {
        for (Sender sender : senders()) {
            assertThatThrownBy(() -> test.result(sender.give(how)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a result must not hold an actor itself")
                    .hasMessageContaining("method=Sender.give(String)");
        }
    }

    @Test
    void shouldLetReferencesPassInsideArgumentsAndResults() {
        Sender sender = senders().get(1);
        Receiver receiver = test.system.spawn(Receiver.class, Receiver::new);
        receiver.list(List.of(sender));
        receiver.record(new Envelope(sender));
        receiver.action(() -> sender.send("x"));

        assertThat(test.result(sender.run(self -> List.of(((ActorSender) self).own()))))
                .isEqualTo(List.of(sender));
    }

    @Test
    void shouldRefuseToUseAnActorInTheTurnOfAnother() {
        Sender first = senders().get(1);
        Sender second = senders().get(1);
        AtomicReference<ActorSender> raw = new AtomicReference<>();
        test.result(first.run(self -> {
            raw.set((ActorSender) self);
            return "leaked";
        }));

        assertThatThrownBy(() -> test.result(second.run(self -> raw.get().own())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("an actor must be used in its own turns only")
                .hasMessageContaining("calledFrom=");
        assertThatThrownBy(() -> test.result(second.run(self -> raw.get().ownAddress())))
                .isInstanceOf(IllegalStateException.class);
        assertThat(test.result(first.run(self -> raw.get().own()))).isEqualTo(first);
    }

    @Test
    void shouldCheckNothingWhenSwitchedOff() throws Exception {
        assertThat(inOwnProcess("-ea", "-Dtroupe.checks=off")).isEqualTo("false sent");
        assertThat(inOwnProcess("-Dtroupe.checks=on")).isEqualTo("true refused");
    }

    private static String inOwnProcess(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out.strip();
    }

    /** Run in a process of its own. */
    public static final class Program {
        private Program() {}

        /** Sends an actor's own object in a list, and prints what became of it. */
        @SuppressWarnings("SystemOut")
        public static void main(String[] args) {
            ManualSystem test = new ManualSystem();
            Receiver receiver = test.system.spawn(Receiver.class, Receiver::new);
            Sender sender = test.system.spawn(Sender.class, () -> new PlainSender(receiver));
            String outcome = Stream.of("list", "array", "record")
                    .map(how -> test.result(sender.send(how).recover(failure -> "refused")))
                    .distinct()
                    .reduce("", String::concat);
            System.out.println(DevelopmentChecks.ON + " " + outcome);
            test.close();
        }
    }
}
