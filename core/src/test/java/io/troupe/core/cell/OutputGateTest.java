// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.message.AskMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.OutputGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutputGateTest {
    private final ManualDispatcher dispatcher = Dispatchers.manual();
    private final ActorSystem system =
            ActorSystem.builder().dispatcher(dispatcher).start();
    private final Log log = system.spawn(Log.class, Log::new);
    private final Gated gated = system.spawn(Gated.class, () -> new Gated(log));

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void shouldHoldCallsUntilTheGateOpens() {
        gated.close();
        gated.say("first");
        gated.close();
        gated.say("second");
        assertThat(said()).isEmpty();
        gated.open(1);
        assertThat(said()).containsExactly("first");
        gated.open(2);
        gated.say("third");
        assertThat(said()).containsExactly("first", "second", "third");
    }

    @Test
    void shouldAnswerWhenTheGateOpens() {
        gated.close();
        Promise<String> value = gated.answer("yes");
        Promise<String> failure = gated.fail();
        Promise<String> late = gated.answerLater("later");
        dispatcher.runAll();
        assertThat(value.isSettled() || failure.isSettled() || late.isSettled()).isFalse();
        gated.open(1);
        dispatcher.runAll();
        assertThat(value.result().orElseThrow().value()).isEqualTo("yes");
        assertThat(late.result().orElseThrow().value()).isEqualTo("later");
        assertThat(failure.isFailed()).isTrue();
    }

    @Test
    void shouldFailWhatIsHeldWhenTheGateIsDiscarded() {
        gated.close();
        gated.say("never");
        Promise<String> value = gated.answer("never");
        Promise<String> failure = gated.fail();
        gated.discard();
        dispatcher.runAll();
        assertThat(said()).isEmpty();
        for (Promise<String> each : List.of(value, failure)) {
            assertThatThrownBy(() -> each.await(Duration.ofSeconds(1))).hasMessageContaining("discarded");
        }
        gated.say("again");
        assertThat(said()).containsExactly("again");
    }

    @Test
    void shouldLetOthersOutWhenOneCannotBeSent() {
        Log picky =
                system.spawn(Log.class, Log::new, ActorOptions.named("picky").latestByKey(8, (method, arguments) -> {
                    throw new IllegalStateException("no key");
                }));
        Gated both = system.spawn(
                Gated.class, () -> new Gated(log), ActorOptions.named("both").supervision(Supervision.resume()));
        both.close();
        both.sayTo(picky, "lost");
        both.say("first");
        both.open(1);
        both.say("second");
        assertThat(said()).containsExactly("first", "second");
    }

    @Test
    void shouldLeaveOtherActorsAlone() {
        gated.close();
        Gated other = system.spawn(Gated.class, () -> new Gated(log));
        other.say("free");
        assertThat(said()).containsExactly("free");
    }

    private List<String> said() {
        dispatcher.runAll(); // what was sent before, and what it has sent
        Promise<List<String>> said = log.said();
        dispatcher.runAll();
        return said.result().orElseThrow().value();
    }

    static class Log extends Actor<Log> {
        private final List<String> lines = new ArrayList<>();

        public void add(String line) {
            lines.add(line);
        }

        public Promise<List<String>> said() {
            return Promise.of(List.copyOf(lines));
        }
    }

    static class Gated extends Actor<Gated> {
        private final Log log;

        Gated(Log log) {
            this.log = log;
        }

        private static OutputGate gate() {
            return OutputGate.of(Objects.requireNonNull(CellThread.currentCell()));
        }

        public void close() {
            gate().close();
        }

        public void open(long number) {
            gate().open(number);
        }

        public void discard() {
            gate().discard(new IllegalStateException("discarded"), (target, message) -> {
                if (message instanceof AskMessage<?> ask) {
                    ask.reject(new IllegalStateException("discarded"));
                }
            });
        }

        public void say(String line) {
            log.add(line);
        }

        public void sayTo(Log other, String line) {
            other.add(line);
        }

        public Promise<String> answer(String value) {
            return Promise.of(value);
        }

        public Promise<String> answerLater(String value) {
            return Promise.of(value).map(same -> same);
        }

        public Promise<String> fail() {
            throw new IllegalArgumentException("failed");
        }
    }
}
