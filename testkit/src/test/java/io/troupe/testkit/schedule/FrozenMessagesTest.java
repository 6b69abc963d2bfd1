// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.testkit.TestSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class FrozenMessagesTest {
    private static final String SENTENCE = "a message must not change after it was sent: actor=troupe://test/store,"
            + " method=Store.put(int,java.util.List<java.lang.String>), argument=2, class=java.util.ArrayList, sender=troupe://test/buffer";

    /** Keeps copies of what it gets. */
    public static class Store extends Actor<Store> {
        private final List<String> stored = new ArrayList<>();

        public void put(int number, List<String> values) {
            stored.addAll(values);
        }

        public Promise<Integer> count(List<String> values) {
            stored.addAll(values);
            return Promise.of(stored.size());
        }
    }

    /** Sends its only list, and uses it again. */
    public static class Buffer extends Actor<Buffer> {
        private final List<String> values = new ArrayList<>();
        private final Store store;
        private final boolean copying;

        Buffer(Store store, boolean copying) {
            this.store = store;
            this.copying = copying;
        }

        public void add(String value) {
            values.add(value);
            store.put(1, copying ? List.copyOf(values) : values);
        }

        public void empty() {
            values.clear();
        }

        public void addToMine() {
            self().mine(values);
            values.add("more");
        }

        public void mine(List<String> same) {
            same.add("mine");
        }

        public Promise<Integer> ask() {
            Promise<Integer> count = store.count(values);
            values.add("late");
            return count;
        }
    }

    private static Buffer buffer(Simulator simulator, boolean copying, ActorOptions storing) {
        ActorSystem system = simulator.system("test");
        Store store = system.spawn(Store.class, Store::new, storing);
        return system.spawn(Buffer.class, () -> new Buffer(store, copying), ActorOptions.named("buffer"));
    }

    private static Buffer buffer(Simulator simulator, boolean copying) {
        return buffer(simulator, copying, ActorOptions.named("store"));
    }

    private static Schedules.Body addAndEmpty(boolean copying) {
        return simulator -> {
            Buffer buffer = buffer(simulator.freezeMessages(), copying);
            buffer.add("a");
            buffer.empty();
            simulator.runAll();
        };
    }

    @Test
    void shouldNameTheArgumentThatHasChangedUnderWay(@TempDir Path directory) {
        Schedules runs = Schedules.of(100).named("buffer").writingTo(directory);
        ScheduleFailure failure =
                Objects.requireNonNull(runs.run(addAndEmpty(false)).first());
        assertThat(failure.cause()).isInstanceOf(AssertionError.class).hasMessage(SENTENCE);
        assertThat(failure.departures()).as("made small").isNotNull().hasSizeLessThan(3);
        Path file = Objects.requireNonNull(failure.file());
        assertThatThrownBy(() -> runs.replay(file, addAndEmpty(false)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(SENTENCE);
    }

    @Test
    void shouldFindNothingInCopies() {
        Schedules.of(300).run(addAndEmpty(true)).orThrow();
    }

    @Test
    void shouldFindNothingUnlessAsked() {
        Schedules.of(100)
                .run(simulator -> {
                    Buffer buffer = buffer(simulator, false);
                    buffer.add("a");
                    buffer.empty();
                    simulator.runAll();
                })
                .orThrow();
    }

    @Test
    void shouldLookAtArgumentsOfAsks() {
        ScheduleReport report = Schedules.of(1).run(simulator -> {
            Promise<Integer> count = buffer(simulator.freezeMessages(), false).ask();
            simulator.runAll();
            assertThat(count.isFulfilled()).isTrue();
        });
        assertThat(Objects.requireNonNull(report.first()).cause())
                .hasMessageContaining(
                        "actor=troupe://test/store, method=Store.count(java.util.List<java.lang.String>), argument=1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Overflow.class,
            names = {"PACE", "DROP_OLDEST", "DROP_NEWEST", "FAIL"})
    void shouldLookAtMessagesThatWaitForRoom(Overflow overflow) {
        ScheduleReport report = Schedules.of(10).countingFailures().run(simulator -> {
            ActorOptions small = ActorOptions.named("store").mailbox(MailboxSpec.bounded(2, overflow));
            Buffer buffer = buffer(simulator.freezeMessages(), false, small);
            buffer.add("a");
            buffer.add("b");
            buffer.add("c");
            buffer.empty();
            simulator.runAll();
        });
        assertThat(report.failures()).isPositive();
        assertThat(Objects.requireNonNull(report.first()).cause()).hasMessage(SENTENCE);
    }

    @Test
    void shouldLetAnActorChangeWhatItSendsToItself() {
        Schedules.of(100)
                .run(simulator -> {
                    buffer(simulator.freezeMessages(), false).addToMine();
                    simulator.runAll();
                })
                .orThrow();
    }

    @Test
    void shouldFreezeTheMessagesOfASeededSystem() {
        assertThatThrownBy(() -> TestSystem.forSeeds(100, seed -> {
                    try (TestSystem test = TestSystem.seeded(seed).freezeMessages()) {
                        Store store = test.spawn(Store.class, Store::new, ActorOptions.named("store"));
                        Buffer buffer =
                                test.spawn(Buffer.class, () -> new Buffer(store, false), ActorOptions.named("buffer"));
                        buffer.add("a");
                        buffer.empty();
                        test.runAll();
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(SENTENCE);
        try (TestSystem manual = TestSystem.manual()) {
            assertThatIllegalStateException()
                    .isThrownBy(manual::freezeMessages)
                    .withMessageContaining("only a seeded system can freeze messages");
        }
    }
}
