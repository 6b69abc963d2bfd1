// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.support.LoadedClasses;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a program's start brings in. The time of a start is classes that are loaded and set up; these parts of the Java library cost
 * tens of milliseconds when they are used for the first time.
 */
class StartUpTest {
    private static final String BEGIN = Adder.class.getName();

    @Test
    void shouldAnswerTheFirstAskWithoutFlightRecordingsAndRegularExpressions() throws Exception {
        List<String> lines = LoadedClasses.of(Program.class);
        assertThat(lines).anyMatch(line -> line.startsWith(BEGIN)).contains("answered 3");
        List<String> start = lines.subList(0, lines.indexOf("answered 3"));
        assertThat(start)
                .filteredOn(line -> line.startsWith("io.troupe."))
                .as("its own classes")
                .hasSizeGreaterThan(100);
        assertThat(start)
                .noneMatch(line -> line.startsWith("jdk.jfr.internal."))
                .noneMatch(line -> line.startsWith("java.util.regex."));
    }

    /** They happen in turns, and others wait for whoever loads a class. */
    @Test
    void shouldTellFailuresAndDeadLettersWithoutFlightRecordings() throws Exception {
        List<String> lines = LoadedClasses.of(Troubles.class);
        assertThat(lines).contains("dead letters 1");
        assertThat(lines).noneMatch(line -> line.startsWith("jdk.jfr.internal."));
    }

    /** A program in which things go wrong. */
    public static final class Troubles {
        private Troubles() {}

        public static void main(String[] args) {
            try (ActorSystem system = ActorSystem.start()) {
                Adder adder = system.spawn(Adder.class, Adder::new);
                adder.fail();
                adder.add(1, 2).await(Duration.ofSeconds(30));
                system.stop(adder).await(Duration.ofSeconds(30));
                adder.fail();
                System.out.println("dead letters ".concat(Long.toString(system.deadLetters())));
            }
        }
    }

    /** The program. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            try (ActorSystem system = ActorSystem.start()) {
                Adder adder = system.spawn(Adder.class, Adder::new);
                int sum = adder.add(1, 2).await(Duration.ofSeconds(30));
                System.out.println("answered ".concat(Integer.toString(sum)));
            }
        }
    }

    /** The actor. */
    public static class Adder extends Actor<Adder> {
        public Promise<Integer> add(int one, int other) {
            return Promise.of(one + other);
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }
    }
}
