// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.TestSystem;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever two threads make of a small program, some schedule makes of it, too. */
@Timeout(300)
class LitmusTest {
    private static final int REAL_RUNS = 3000;
    private static final int SCHEDULES = 3000;

    /** Notes what comes, and does what it is told. */
    public static class Node extends Actor<Node> {
        private final List<String> notes;
        private int value;

        Node(List<String> notes) {
            this.notes = notes;
        }

        public void note(String text) {
            notes.add(text);
        }

        public void run(Consumer<Node> script) {
            script.accept(self());
        }

        public void set(int newValue) {
            value = newValue;
            notes.add("set" + newValue);
        }

        public Promise<Integer> get() {
            return Promise.of(value);
        }

        public Promise<Integer> getFrom(Node other) {
            return other.get();
        }

        /** Asks, and notes the answer in its own turn. */
        public void askAndNote(Node other, String name) {
            other.get().then(answer -> notes.add(name + answer));
        }

        public void askVia(Node other, Node source, String name) {
            other.getFrom(source).then(answer -> notes.add(name + answer));
        }

        public void askThenTell(Node other, Node third) {
            other.get().then(answer -> third.note("asked"));
        }
    }

    /** The actors of a run by name, each with what it has noted. */
    private static final class Cast {
        private final TestSystem system;
        private final Map<String, List<String>> notes = new TreeMap<>();

        Cast(TestSystem system) {
            this.system = system;
        }

        Node node(String name) {
            List<String> own = new CopyOnWriteArrayList<>();
            notes.put(name, own);
            return system.spawn(Node.class, () -> new Node(own));
        }

        int count() {
            return notes.values().stream().mapToInt(List::size).sum();
        }
    }

    enum Program {
        CROSS_ORDER(4, cast -> {
            Node c = cast.node("c");
            Node d = cast.node("d");
            cast.node("a").run(a -> {
                c.note("a");
                d.note("a");
            });
            cast.node("b").run(b -> {
                d.note("b");
                c.note("b");
            });
        }),
        TWO_SENDERS(4, cast -> {
            Node c = cast.node("c");
            cast.node("a").run(a -> {
                c.note("a1");
                c.note("a2");
            });
            cast.node("b").run(b -> {
                c.note("b1");
                c.note("b2");
            });
        }),
        ANSWER_OR_NEWS(2, cast -> {
            Node c = cast.node("c");
            cast.node("a").askAndNote(c, "got");
            cast.node("b").run(b -> c.set(1));
        }),
        TWO_ANSWERS(2, cast -> {
            Node a = cast.node("a");
            a.askAndNote(cast.node("c"), "c");
            a.askAndNote(cast.node("d"), "d");
        }),
        DIRECT_AND_VIA(2, cast -> {
            Node c = cast.node("c");
            Node b = cast.node("b");
            cast.node("a").run(a -> {
                c.note("direct");
                b.run(self -> c.note("via"));
            });
        }),
        SELF_AND_OTHER(2, cast -> {
            Node a = cast.node("a");
            a.run(self -> self.note("self"));
            cast.node("b").run(b -> a.note("other"));
        }),
        CHAIN_OF_ASKS(2, cast -> {
            Node d = cast.node("d");
            cast.node("a").askVia(cast.node("c"), d, "got");
            cast.node("b").run(b -> d.set(1));
        }),
        CONTINUATION_AND_MESSAGE(2, cast -> {
            Node d = cast.node("d");
            cast.node("a").askThenTell(cast.node("c"), d);
            cast.node("b").run(b -> d.note("told"));
        }),
        ANSWER_BEFORE_MESSAGE(3, cast -> {
            Node a = cast.node("a");
            a.askAndNote(cast.node("c"), "c");
            cast.node("b").run(b -> {
                a.note("1");
                a.note("2");
            });
        });

        private final int expected;

        @SuppressWarnings("ImmutableEnumChecker") // a function without state
        private final Consumer<Cast> script;

        Program(int expected, Consumer<Cast> script) {
            this.expected = expected;
            this.script = script;
        }

        String outcome(TestSystem system) {
            Cast cast = new Cast(system);
            script.accept(cast);
            system.until(Duration.ofSeconds(20), () -> cast.count() == expected);
            return cast.notes.toString();
        }
    }

    private static Set<String> simulated(Program program, Realism realism) {
        Set<String> outcomes = new TreeSet<>();
        for (long seed = 0; seed < SCHEDULES; seed++) {
            try (TestSystem system = TestSystem.seeded(seed, realism)) {
                outcomes.add(program.outcome(system));
            }
        }
        return outcomes;
    }

    private static Set<String> real(Program program) {
        Set<String> outcomes = Collections.synchronizedSet(new TreeSet<>());
        try (TestSystem system = TestSystem.real()) {
            for (int i = 0; i < REAL_RUNS; i++) {
                outcomes.add(program.outcome(system));
            }
        }
        return outcomes;
    }

    @ParameterizedTest
    @EnumSource(Program.class)
    @Tag("soak")
    void shouldReachWhateverThreadsReach(Program program) {
        Set<String> simulated = simulated(program, Realism.FLIGHTS_AND_TIME);
        assertThat(simulated).containsAll(real(program));
        assertThat(simulated).containsAll(simulated(program, Realism.TURNS));
    }
}
