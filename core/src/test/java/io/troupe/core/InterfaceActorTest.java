// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Lifecycle;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InterfaceActorTest {
    private final ManualSystem test = new ManualSystem();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        test.close();
    }

    interface Greeter {
        void greet(String name);

        Promise<String> last();

        Promise<Greeter> me();

        default Promise<String> twice() {
            return last().map(name -> name + name);
        }
    }

    record Recorded(List<String> log) implements Greeter, Lifecycle {
        @Override
        public Promise<?> onStart() {
            log.add("starts");
            return Promise.done();
        }

        @Override
        public void onStop() {
            log.add("stops");
        }

        @Override
        public void onRestart(Throwable cause) {
            log.add("restarts after " + cause.getMessage());
        }

        @Override
        public void greet(String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("no name");
            }
            log.add(name);
        }

        @Override
        public Promise<String> last() {
            return Promise.of(log.get(log.size() - 1));
        }

        @Override
        public Promise<Greeter> me() {
            return Promise.of(this);
        }
    }

    static final class Final extends Actor<Greeter> implements Greeter {
        private String last = "";

        @Override
        public void greet(String name) {
            last = name;
        }

        @Override
        public Promise<String> last() {
            return Promise.of(last);
        }

        @Override
        public Promise<Greeter> me() {
            return Promise.of(self());
        }
    }

    @Test
    void shouldRunARecordBehindAnInterface() {
        Greeter greeter = test.system.spawn(Greeter.class, () -> new Recorded(log), "greeter");
        greeter.greet("Ada");
        assertThat(test.result(greeter.last())).isEqualTo("Ada");
        assertThat(test.result(greeter.twice())).isEqualTo("AdaAda");
        greeter.greet("");
        test.runAll();
        test.advance(Duration.ofMillis(10));
        test.result(test.system.stop(greeter));

        assertThat(log).containsExactly("starts", "Ada", "restarts after no name", "starts", "stops");
    }

    @Test
    void shouldHandOutTheReferenceInsteadOfARecordItself() {
        Greeter greeter = test.system.spawn(Greeter.class, () -> new Recorded(log));

        assertThat(test.result(greeter.me())).isSameAs(greeter);
    }

    @Test
    void shouldRunAFinalClassBehindAnInterface() {
        Greeter greeter = test.system.spawn(Greeter.class, Final::new);
        greeter.greet("Grace");

        assertThat(test.result(greeter.last())).isEqualTo("Grace");
        assertThat(test.result(greeter.me())).isSameAs(greeter);
    }

    @Test
    void shouldGiveAPlainObjectItsContextInItsTurns() {
        List<String> addresses = new ArrayList<>();
        Greeter plain = test.system.spawn(
                Greeter.class,
                () -> new Greeter() {
                    @Override
                    public void greet(String name) {
                        addresses.add(ActorContext.current().address());
                        assertThat(ActorContext.current().self(Greeter.class)).isNotSameAs(this);
                    }

                    @Override
                    public Promise<String> last() {
                        return Promise.of("");
                    }

                    @Override
                    public Promise<Greeter> me() {
                        return Promise.of(ActorContext.current().self(Greeter.class));
                    }
                },
                ActorOptions.named("plain"));
        plain.greet("x");

        assertThat(test.result(plain.me())).isSameAs(plain);
        assertThat(addresses).containsExactly("troupe://test/plain");
        assertThatThrownBy(ActorContext::current).isInstanceOf(IllegalStateException.class);
    }
}
