// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.schedule.protocol.SmallProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class SchedulesTest {
    private static final int SMALLEST = 5;

    /** Notes what it is told, in order. */
    public static class Noter extends Actor<Noter> {
        private final List<String> notes;

        Noter(List<String> notes) {
            this.notes = notes;
        }

        public void note(String what) {
            notes.add(what);
        }

        public void noteLater(Promise<String> what) {
            what.then(value -> notes.add(value));
        }

        public void tick() {
            context().every(Duration.ofSeconds(1), () -> notes.add("tick"));
        }
    }

    /** Tells two noters. */
    public static class Teller extends Actor<Teller> {
        private final String name;

        Teller(String name) {
            this.name = name;
        }

        public void tell(Noter only) {
            only.note(name);
        }

        public void tell(Noter first, Noter second) {
            first.note(name);
            second.note(name);
        }
    }

    private static ScheduleFailure failure(ScheduleReport report) {
        return Objects.requireNonNull(report.first());
    }

    @ParameterizedTest
    @EnumSource(SmallProtocol.class)
    void shouldShrinkAFailingScheduleToTheFewEventsThatMatter(SmallProtocol protocol) {
        ScheduleReport report = Schedules.of(20_000).named(protocol.name()).run(protocol.body(false));
        ScheduleFailure failure = failure(report);
        assertThat(failure.departures()).isNotNull().hasSizeLessThanOrEqualTo(SMALLEST);
        assertThat(failure.words()).first().asString().startsWith("fails ");
        assertThat(failure.history()).hasSize((int) failure.events());
        assertThat(failure.smallHistory()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(SmallProtocol.class)
    void shouldFindNothingInARepairedProtocol(SmallProtocol protocol) {
        ScheduleReport report = Schedules.of(300).run(protocol.body(true)).orThrow();
        assertThat(report.schedules()).isEqualTo(300);
        assertThat(report.racesBothWays()).isPositive();
    }

    @Test
    void shouldSayInWordsWhatMustWait() {
        ScheduleReport report = Schedules.of(1000).run(SmallProtocol.SLOW_ONE.body(false));
        assertThat(failure(report).words())
                .containsExactly("fails if the 1st message from the test to test/broker-1 arrives after"
                        + " the 1st message from test/relay-3 to test/broker-1");
    }

    @Test
    void shouldCountWhatHappensInAFairOrderWhenItMakesAScheduleSmall() {
        ScheduleReport report = Schedules.of(100).run(simulator -> {
            simulator.fair(true);
            for (int i = 0; i < 30; i++) {
                simulator.add(EventKind.NOTE, "a", "b", "", () -> {});
            }
            simulator.runAll();
            simulator.fair(false);
            List<String> order = new ArrayList<>();
            for (String name : List.of("a", "b", "c", "d")) {
                simulator.add(EventKind.NOTE, name, "all", "", () -> order.add(name));
            }
            simulator.runAll();
            assertThat(order).isNotEqualTo(List.of("b", "c", "a", "d"));
        });
        assertThat(failure(report).departures()).singleElement().satisfies(late -> {
            assertThat(late.name()).isEqualTo("note a→all #1");
            assertThat(late.rank()).isEqualTo(32);
        });
    }

    @Test
    void shouldLetEventsWaitThatHadNotHappenedWhenTheTestFailed() {
        ScheduleReport report = Schedules.of(1000).run(simulator -> {
            List<String> order = new ArrayList<>();
            for (String name : List.of("a", "b", "c", "d")) {
                simulator.add(EventKind.NOTE, name, "all", "", () -> order.add(name));
            }
            simulator.step();
            simulator.step();
            assertThat(order).isNotEqualTo(List.of("d", "c"));
        });
        assertThat(failure(report).departures())
                .extracting(Departure::name)
                .containsExactlyInAnyOrder("note a→all #1", "note b→all #1", "note c→all #1");
    }

    /** Twenty writers of whom two make it fail, if the later one comes first. */
    private static void write(Simulator simulator) {
        List<Integer> written = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            int number = i;
            if (simulator.takes("write " + number)) {
                simulator.add(EventKind.NOTE, "writer" + number, "all", "", () -> written.add(number));
            }
        }
        simulator.runAll();
        int first = written.indexOf(12);
        if (first >= 0 && first < written.indexOf(7)) {
            throw new AssertionError("the later one must come later: written=" + written);
        }
    }

    @Test
    void shouldTakeOnlyTheStepsThatMakeTheTestFail(@TempDir Path directory) throws IOException {
        Schedules runs = Schedules.of(100).named("writers").writingTo(directory);
        ScheduleFailure failure = failure(runs.run(SchedulesTest::write));
        assertThat(failure.history()).hasSize(20);
        assertThat(failure.smallHistory()).hasSize(2);
        assertThat(failure.words())
                .containsExactly(
                        "fails if the 1st note of writer7 is taken after the 1st note of writer12",
                        "with 2 of 20 faults and operations: write 7 #1, write 12 #1");
        Path file = Objects.requireNonNull(failure.file());
        assertThat(Files.readAllLines(file)).contains("steps: 2", "takes: write 7 #1", "takes: write 12 #1");
        assertThatThrownBy(() -> runs.replay(file, SchedulesTest::write))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("written=[12, 7]");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.remove("takes: write 7 #1");
        Path cut = Files.write(directory.resolve("cut"), lines);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> runs.replay(cut, SchedulesTest::write))
                .withMessageContaining("a schedule must have as many lines 'takes' as it has steps: steps=2, takes=1");
    }

    @Test
    void shouldReplayTheScheduleOfAFile(@TempDir Path directory) throws IOException {
        Schedules runs = Schedules.of(1000).named("slow one").writingTo(directory);
        ScheduleFailure failure = failure(runs.run(SmallProtocol.SLOW_ONE.body(false)));
        Path file = Objects.requireNonNull(failure.file());
        assertThat(Files.readAllLines(file)).contains("test: slow one").anyMatch(line -> line.startsWith("waits: "));
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> runs.replay(file, SmallProtocol.SLOW_ONE.body(false)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("the test fails under a recorded schedule")
                    .hasMessageContaining("SLOW_ONE");
        }
        assertThat(runs.replay(file, SmallProtocol.SLOW_ONE.body(true)))
                .as("the repaired program under the same schedule")
                .hasSameSizeAs(failure.smallHistory());
    }

    @Test
    void shouldRefuseTheScheduleOfAnotherProgram(@TempDir Path directory) throws IOException {
        Schedules runs = Schedules.of(1000).named("slow one").writingTo(directory);
        Path file = Objects.requireNonNull(
                failure(runs.run(SmallProtocol.SLOW_ONE.body(false))).file());
        assertThatIllegalStateException()
                .isThrownBy(() -> runs.replay(file, SmallProtocol.CROSS_ORDER.body(false)))
                .withMessageContaining("a schedule must be replayed by the program that it was recorded with");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> runs.named("other").replay(file, SmallProtocol.SLOW_ONE.body(false)))
                .withMessageContaining("recorded=slow one, replayed=other");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.replaceAll(line -> line.startsWith("version: ") ? "version: 0.0.1 0123456789ab" : line);
        Path older = Files.write(directory.resolve("older"), lines);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> runs.replay(older, SmallProtocol.SLOW_ONE.body(false)))
                .withMessageStartingWith(
                        "a schedule must be replayed by the commit that it was recorded with, unless it says"
                                + " 'version: any': recorded=0.0.1 0123456789ab, replayed=" + BuildVersion.running());
        lines.replaceAll(line -> line.startsWith("version: ") ? "version: any" : line);
        Path kept = Files.write(directory.resolve("kept"), lines);
        assertThatIllegalStateException()
                .isThrownBy(() -> runs.replay(kept, SmallProtocol.CROSS_ORDER.body(true)))
                .withMessageContaining(
                        "an event that waits must happen, or the schedule says nothing about the program");
        Path damaged = Files.write(directory.resolve("damaged"), List.of("something else"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> runs.replay(damaged, SmallProtocol.SLOW_ONE.body(false)))
                .withMessageContaining("must begin with 'troupe schedule 1'");
    }

    @Test
    void shouldNoticeATestThatReadsWhatTheSeedDoesNotDecide() {
        int[] runs = {0};
        ScheduleReport report = Schedules.of(10).run(simulator -> {
            int times = ++runs[0];
            simulator.add(EventKind.NOTE, "a", "a", "", () -> {});
            simulator.add(EventKind.NOTE, "b", times == 1 ? "c" : "d", "", () -> {});
            simulator.runAll();
        });
        assertThat(report.failures()).isEqualTo(1);
        assertThat(failure(report).cause())
                .hasMessageContaining(
                        "the test must not read time, chance or threads behind the simulation's back: seed=0")
                .hasMessageContaining("`note b→c #1`")
                .hasMessageContaining("`note b→d #1`");
    }

    @Test
    void shouldNoticeWithinFewSchedulesWhatDiffersInSome() {
        Set<Long> seeds = new HashSet<>();
        ScheduleReport report = Schedules.of(10).run(simulator -> {
            boolean repeated = !seeds.add(simulator.seed());
            int events = repeated && simulator.seed() == 8 ? 2 : 1; // as real time would have it
            for (int i = 0; i < events; i++) {
                simulator.add(EventKind.NOTE, "a", "a", "", () -> {});
            }
            simulator.runAll();
        });
        assertThat(report.failures()).isEqualTo(1);
        assertThat(failure(report).cause())
                .hasMessageContaining("seed=8, event=1, first run=its end, second run=`note");
    }

    /** Another thread does something, and the test waits until it has. */
    private static void inAnotherThread(Runnable step) throws InterruptedException {
        Thread stranger = new Thread(step, "stranger");
        stranger.start();
        stranger.join();
    }

    @Test
    void shouldNoticeAnotherThreadThatSendsAMessage() {
        ScheduleReport report = Schedules.of(200).run(simulator -> {
            ActorSystem system = simulator.system("test");
            List<String> notes = new ArrayList<>();
            Noter noter = system.spawn(Noter.class, () -> new Noter(notes), ActorOptions.named("noter"));
            if (simulator.seed() == 48) { // which is not repeated
                inAnotherThread(() -> noter.note("hello"));
            }
            simulator.runAll();
        });
        assertThat(report.failures()).isEqualTo(1);
        assertThat(failure(report).cause())
                .hasMessage("the test must not use threads behind the simulation's back: seed=48, thread=stranger,"
                        + " target=troupe://test/noter, event=0");
        assertThat(failure(report).departures())
                .as("what cannot be repeated is not made small")
                .isNull();
    }

    @Test
    void shouldSayThatAFailureCannotBeRepeatedAlsoOfATestThatRecords() {
        AtomicInteger runs = new AtomicInteger();
        ScheduleReport report = Schedules.of(2).run(simulator -> {
            ActorSystem system = simulator.system("test");
            simulator.record();
            List<String> notes = new ArrayList<>();
            Noter noter = system.spawn(Noter.class, () -> new Noter(notes), ActorOptions.named("noter"));
            boolean fails = simulator.seed() == 1 && runs.incrementAndGet() == 1;
            noter.note("hello");
            if (!fails) {
                noter.note("again");
            }
            simulator.runAll();
            assertThat(fails).isFalse();
        });
        assertThat(report.failures()).isEqualTo(1);
        assertThat(failure(report).words()).singleElement().asString().startsWith("could not be repeated");
    }

    @Test
    void shouldNoticeATestOfWhichTheSeedDecidesTheEventsButNotTheOutcome() {
        int[] runs = {0};
        ScheduleReport report = Schedules.of(10).run(simulator -> {
            simulator.add(EventKind.NOTE, "a", "b", "", () -> {});
            simulator.runAll();
            assertThat(++runs[0]).isNotEqualTo(2); // the first seed runs twice
        });
        assertThat(report.failures()).isEqualTo(1);
        assertThat(failure(report).cause())
                .hasMessageStartingWith("the test must not read time, chance or threads behind the simulation's back:"
                        + " seed=0, first run=holds, second run=")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void shouldSayThatAFailureCannotBeRepeatedThoughTheEventsAreTheSame() {
        AtomicInteger runs = new AtomicInteger();
        ScheduleReport report = Schedules.of(3).run(simulator -> {
            simulator.add(EventKind.NOTE, "a", "b", "", () -> {});
            simulator.runAll();
            assertThat(simulator.seed() == 1 && runs.incrementAndGet() == 1).isFalse();
        });
        assertThat(report.failures()).isEqualTo(1);
        assertThat(failure(report).words()).singleElement().asString().startsWith("could not be repeated");
    }

    @Test
    void shouldNoticeAnotherThreadThatSettlesAPromise() {
        ScheduleReport report = Schedules.of(1).run(simulator -> {
            ActorSystem system = simulator.system("test");
            List<String> notes = new ArrayList<>();
            CompletablePromise<String> late = new CompletablePromise<>();
            Noter noter = system.spawn(Noter.class, () -> new Noter(notes), ActorOptions.named("noter"));
            noter.noteLater(late);
            simulator.runAll();
            inAnotherThread(() -> late.complete("hello"));
            simulator.runAll();
            assertThat(notes).containsExactly("hello");
        });
        assertThat(failure(report).cause())
                .hasMessageContaining(
                        "threads behind the simulation's back: seed=0, thread=stranger, target=troupe://test/noter,"
                                + " event=");
    }

    @Test
    void shouldNoticeAnotherThreadEvenIfTheTestFails() {
        ScheduleReport report = Schedules.of(1).run(simulator -> {
            inAnotherThread(() -> simulator.executor("pool").execute(() -> {}));
            throw new AssertionError("the test has seen something");
        });
        assertThat(failure(report).cause())
                .hasMessageContaining("threads behind the simulation's back: seed=0, thread=stranger, target=pool")
                .hasRootCauseMessage("the test has seen something");
    }

    @Test
    void shouldNotBlameAnotherThreadThatTakesPartOnlyAfterTheRun() {
        List<String> notes = new ArrayList<>();
        ScheduleReport report = Schedules.of(1).run(simulator -> {
            ActorSystem system = simulator.system("test");
            Noter noter = system.spawn(Noter.class, () -> new Noter(notes), ActorOptions.named("noter"));
            simulator.runAll();
            simulator.finish();
            inAnotherThread(() -> noter.note("bye"));
            simulator.runAll();
        });
        report.orThrow();
        assertThat(notes).as("of the two runs of the first seed").containsExactly("bye", "bye");
    }

    /** Two notes in the wrong order fail, and from the given run on another thread sends one, too. */
    private static Schedules.Body disturbedFrom(int run) {
        AtomicInteger runs = new AtomicInteger();
        return simulator -> {
            ActorSystem system = simulator.system("test");
            List<String> notes = new ArrayList<>();
            Noter noter = system.spawn(Noter.class, () -> new Noter(notes), ActorOptions.named("noter"));
            system.spawn(Teller.class, () -> new Teller("a"), ActorOptions.named("a"))
                    .tell(noter);
            system.spawn(Teller.class, () -> new Teller("b"), ActorOptions.named("b"))
                    .tell(noter);
            simulator.runAll();
            if (runs.incrementAndGet() >= run) {
                inAnotherThread(() -> noter.note("hello"));
            }
            assertThat(notes).first().isEqualTo("a");
        };
    }

    @Test
    void shouldNotMakeAFailureSmallByRunsThatAnotherThreadHasDisturbed() {
        int failing =
                (int) Schedules.of(100).run(disturbedFrom(Integer.MAX_VALUE)).schedules();
        int before = failing + 1; // the first seed has run twice
        ScheduleFailure atOnce = failure(Schedules.of(100).run(disturbedFrom(before + 1)));
        assertThat(atOnce.cause()).hasMessageContaining("\"a\"");
        assertThat(atOnce.words())
                .singleElement()
                .asString()
                .startsWith("could not be repeated: the test must not use threads behind the simulation's back: seed=")
                .contains("thread=stranger, target=troupe://test/noter");
        ScheduleFailure later = failure(Schedules.of(100).run(disturbedFrom(before + 2)));
        assertThat(later.history()).as("it was repeated").isNotEmpty();
        assertThat(later.departures()).as("and all tries were disturbed").isNull();
    }

    @Test
    void shouldNoticeAnotherThreadInAReplay(@TempDir Path directory) {
        Schedules runs = Schedules.of(100).named("notes").writingTo(directory);
        Path file = Objects.requireNonNull(
                failure(runs.run(disturbedFrom(Integer.MAX_VALUE))).file());
        assertThatThrownBy(() -> runs.replay(file, disturbedFrom(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the test must not use threads behind the simulation's back: seed=")
                .hasMessageContaining("thread=stranger, target=troupe://test/noter");
    }

    @Test
    void shouldRunAProgramWithoutEndTwiceOnly() {
        int[] runs = {0};
        ScheduleReport report = Schedules.of(1).limit(200_000).run(simulator -> {
            runs[0]++;
            again(simulator);
            simulator.runAll();
        });
        assertThat(failure(report).cause()).hasMessageContaining("must come to rest: events=200000");
        assertThat(failure(report).history()).hasSize(200_000);
        assertThat(runs[0]).isEqualTo(2);
    }

    @Test
    void shouldNotRunATestAgainThatWasInterrupted() {
        int[] runs = {0};
        ScheduleReport report = Schedules.of(10).run(simulator -> {
            runs[0]++;
            simulator.add(EventKind.NOTE, "a", "a", "", () -> {});
            simulator.runAll();
            throw new InterruptedException("at the time limit");
        });
        assertThat(failure(report).cause()).isInstanceOf(InterruptedException.class);
        assertThat(failure(report).words()).containsExactly("not repeated: the thread of the test was interrupted");
        assertThat(runs[0]).isEqualTo(1);
    }

    @Test
    void shouldEndWithTheRunInWhichTheThreadIsInterrupted() {
        int[] runs = {0};
        ScheduleReport report = Schedules.of(10).run(simulator -> {
            if (++runs[0] == 3) { // the second schedule: the first one runs twice
                Thread.currentThread().interrupt();
            }
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.schedules()).isEqualTo(2);
        assertThat(failure(report).cause()).hasMessage("a test must not be interrupted: seed=1");
    }

    @Test
    void shouldTellTheFailureThatItWasShrinkingWhenItWasInterrupted() {
        int[] runs = {0};
        ScheduleReport report = Schedules.of(10).run(simulator -> {
            simulator.add(EventKind.NOTE, "a", "a", "", () -> {});
            simulator.runAll();
            if (++runs[0] == 3) {
                throw new InterruptedException("at the time limit");
            }
            throw new AssertionError("it must hold");
        });
        assertThat(failure(report).cause()).hasMessage("it must hold");
        assertThat(failure(report).words()).containsExactly("not repeated: the thread of the test was interrupted");
        assertThat(runs[0]).isEqualTo(3);
    }

    @Test
    void shouldCountAllFailuresIfAsked() {
        ScheduleReport report = Schedules.of(200).countingFailures().run(SmallProtocol.LOST_UPDATE.body(false));
        assertThat(report.schedules()).isEqualTo(200);
        assertThat(report.failures()).isBetween(100L, 190L);
        assertThatThrownBy(report::orThrow)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the test must hold under every schedule: test=test, schedules=200")
                .hasMessageContaining("seed=")
                .hasMessageContaining("hash=")
                .hasMessageContaining("strategy=");
    }

    @Test
    void shouldStopWhenNothingNewIsSeen() {
        ScheduleReport report = Schedules.of(100_000).stoppingAfterQuiet(200).run(SmallProtocol.CROSS_ORDER.body(true));
        assertThat(report.exhausted()).isTrue();
        assertThat(report.schedules()).isLessThan(20_000);
        assertThat(report.racesBothWays()).isPositive();
    }

    @Test
    void shouldFailATestThatNeverComesToRest() {
        ScheduleReport report = Schedules.of(1).limit(1000).run(simulator -> {
            again(simulator);
            simulator.runAll();
        });
        assertThat(failure(report).cause()).hasMessageContaining("the actors must come to rest: events=1000");
    }

    private static void again(Simulator simulator) {
        simulator.add(EventKind.NOTE, "a", "a", "", () -> again(simulator));
    }

    @Test
    void shouldFailATestInWhichOnlyTimersGoOn() {
        ScheduleReport report = Schedules.of(1).run(simulator -> {
            simulator
                    .system("test")
                    .spawn(Noter.class, () -> new Noter(new ArrayList<>()))
                    .tick();
            simulator.runToRest();
        });
        assertThat(failure(report).cause()).hasMessageContaining("only timers go on");
    }

    @Test
    void shouldSeeEveryOrderOfASmallTestOnce() {
        Set<List<String>> outcomes = new HashSet<>();
        ScheduleReport report = Schedules.of(10_000).exhaustive().run(simulator -> {
            List<String> c = new ArrayList<>();
            List<String> d = new ArrayList<>();
            ActorSystem system = simulator.system("test");
            Noter noterC = system.spawn(Noter.class, () -> new Noter(c));
            Noter noterD = system.spawn(Noter.class, () -> new Noter(d));
            system.spawn(Teller.class, () -> new Teller("a")).tell(noterC, noterD);
            system.spawn(Teller.class, () -> new Teller("b")).tell(noterD, noterC);
            simulator.runAll();
            outcomes.add(List.of(c.toString(), d.toString()));
        });
        assertThat(report.exhausted()).as(report.toString()).isTrue();
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        List.of("[a, b]", "[a, b]"),
                        List.of("[a, b]", "[b, a]"),
                        List.of("[b, a]", "[a, b]"),
                        List.of("[b, a]", "[b, a]"));
        assertThat(report.schedules()).isLessThan(5000);
    }

    private static long schedulesOfTwoMessages(boolean sameTarget) {
        ScheduleReport report = Schedules.of(10_000).exhaustive().run(simulator -> {
            ActorSystem system = simulator.system("test");
            Noter one = system.spawn(Noter.class, () -> new Noter(new ArrayList<>()));
            Noter other = sameTarget ? one : system.spawn(Noter.class, () -> new Noter(new ArrayList<>()));
            system.spawn(Teller.class, () -> new Teller("a")).tell(one);
            system.spawn(Teller.class, () -> new Teller("b")).tell(other);
            simulator.runAll();
        });
        assertThat(report.exhausted()).isTrue();
        return report.schedules();
    }

    /**
     * At each target its start may come before or after an arrival: 16 schedules of four targets. With two messages for one target
     * the start, the arrivals and the turns there can happen in ten orders, at the two other targets in two: 40.
     */
    @Test
    void shouldSeeEachScheduleThatDiffersOnce() {
        assertThat(schedulesOfTwoMessages(false)).isEqualTo(16);
        assertThat(schedulesOfTwoMessages(true)).isEqualTo(40);
    }

    @Test
    void shouldShrinkWhatExhaustiveSearchHasFound() {
        ScheduleReport report = Schedules.of(10_000).exhaustive().run(SmallProtocol.CROSS_ORDER.body(false));
        ScheduleFailure failure = failure(report);
        assertThat(failure.strategy()).hasToString("exhaustive");
        assertThat(failure.departures()).hasSize(1);
        assertThat(failure.words()).singleElement().asString().contains("arrives after");
    }
}
