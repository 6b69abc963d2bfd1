// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.SystemListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Several carriers and several listeners in one system, some of which throw. */
class SeveralCarriersTest {
    private final ThreadLocal<String> first = new ThreadLocal<>();
    private final ThreadLocal<String> second = new ThreadLocal<>();
    private final List<String> seen = new ArrayList<>();

    private static class Local implements ContextCarrier {
        private final ThreadLocal<String> value;

        Local(ThreadLocal<String> value) {
            this.value = value;
        }

        @Override
        public @Nullable Object capture() {
            return value.get();
        }

        @Override
        public @Nullable Object install(@Nullable Object carried) {
            String before = value.get();
            value.set((String) carried);
            return before;
        }
    }

    private static final class Throwing implements ContextCarrier {
        private final boolean onCapture;
        private final Error failure;

        Throwing(boolean onCapture, Error failure) {
            this.onCapture = onCapture;
            this.failure = failure;
        }

        @Override
        public @Nullable Object capture() {
            if (onCapture) {
                throw failure;
            }
            return "thrown";
        }

        @Override
        public @Nullable Object install(@Nullable Object carried) {
            if (!onCapture) {
                throw failure;
            }
            return null;
        }
    }

    private void with(String one, @Nullable String other, Runnable code) {
        first.set(one);
        second.set(other);
        code.run();
        first.remove();
        second.remove();
    }

    private void note(String what) {
        seen.add(what + " " + first.get() + " " + second.get());
    }

    @Test
    void shouldCarryWhatEachCarrierCaptures() {
        try (ManualSystem test =
                new ManualSystem(builder -> builder.carrier(new Local(first)).carrier(new Local(second)))) {
            Scripted a = test.spawn("a");
            with("one", "two", () -> a.tell(me -> note("both")));
            with("one", null, () -> a.tell(me -> note("first")));
            a.tell(me -> note("none"));
            test.runAll();
        }

        assertThat(seen).containsExactly("both one two", "first one null", "none null null");
        assertThat(first.get()).isNull();
        assertThat(second.get()).isNull();
    }

    @Test
    void shouldGoOnWithoutTheCarrierThatThrows() {
        for (boolean onCapture : new boolean[] {true, false}) {
            seen.clear();
            UnaryOperator<SystemBuilder> carriers =
                    builder -> builder.carrier(new Throwing(onCapture, new AssertionError("carrier")))
                            .carrier(new Local(second));
            try (ManualSystem test = new ManualSystem(carriers)) {
                Scripted a = test.spawn("a");
                with("one", "two", () -> a.tell(me -> note("told")));
                assertThat(test.result(a.echo("x"))).isEqualTo("x");
                assertThat(test.failures).isEmpty();
            }
            assertThat(seen).containsExactly("told null two");
        }
    }

    @Test
    void shouldGoOnWithoutAnyContextIfTheOnlyCarrierThrows() {
        UnaryOperator<SystemBuilder> carrier =
                builder -> builder.carrier(new Throwing(false, new StackOverflowError("carrier")));
        try (ManualSystem test = new ManualSystem(carrier)) {
            assertThat(test.result(test.spawn("a").echo("x"))).isEqualTo("x");
        }
    }

    @Test
    void shouldTellAllListenersThoughOneThrows() {
        List<String> told = new ArrayList<>();
        SystemListener bad = new SystemListener() {
            @Override
            public void onDeadLetter(DeadLetter letter) {
                throw new AssertionError("listener");
            }
        };
        SystemListener good = new SystemListener() {
            @Override
            public void onDeadLetter(DeadLetter letter) {
                told.add(letter.method());
            }
        };
        try (ManualSystem test =
                new ManualSystem(builder -> builder.listener(bad).listener(good))) {
            Scripted a = test.spawn("a");
            test.system.stop(a);
            test.runAll();
            a.say("late");
            a.say("later");

            assertThat(told).hasSize(2);
            assertThat(test.letters).hasSize(2);
        }
    }

    @Test
    void shouldRefuseNoCarrierAndNoListener() {
        assertThatThrownBy(() -> ActorSystem.builder().carrier(nothing())).hasMessage("carrier");
        assertThatThrownBy(() -> ActorSystem.builder().listener(nothing())).hasMessage("listener");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what callers without null checks do
    private static <T> T nothing() {
        return null;
    }
}
