// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TestSystemTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Notes when things happen; several of them share one list. */
    public static class Noter extends Actor<Noter> {
        private final List<String> notes;
        private final TestSystem test;

        Noter(TestSystem test, List<String> notes) {
            this.test = test;
            this.notes = notes;
        }

        public void note(String what) {
            notes.add(what + "@" + test.clock().millis());
        }

        public void noteLater(String what, long millis) {
            context().after(Duration.ofMillis(millis), () -> self().note(what));
        }

        public void chain(int times, long millis) {
            note("chain" + times);
            if (times > 0) {
                context().after(Duration.ofMillis(millis), () -> self().chain(times - 1, millis));
            }
        }

        public void forEver() {
            self().forEver();
        }
    }

    private static List<String> interleaving(long seed) {
        List<String> notes = new ArrayList<>();
        try (TestSystem test = TestSystem.seeded(seed)) {
            for (String name : List.of("a", "b", "c")) {
                Noter noter = test.spawn(Noter.class, () -> new Noter(test, notes));
                for (int i = 0; i < 5; i++) {
                    noter.note(name + i);
                    noter.noteLater(name + "later" + i, test.random().nextInt(100));
                }
            }
            test.advance(SECOND);
        }
        return notes;
    }

    @Test
    void shouldRunOneMessagePerStep() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.add(1);
            counter.add(1);
            Promise<Integer> count = counter.get();
            assertThat(test.step()).isTrue(); // makes the actor and runs the first message
            assertThat(test.step()).isTrue();
            test.assertThat(count).isPending();
            assertThat(test.step()).isTrue();
            test.assertThat(count).isFulfilledWith(2);
            assertThat(test.step()).isFalse();
        }
    }

    @Test
    void shouldCountTurnsOfRunAll() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            for (int i = 0; i < 5; i++) {
                counter.add(1);
            }
            assertThat(test.runAll()).isEqualTo(5);
            assertThat(test.runAll()).isZero();
        }
    }

    @Test
    void shouldRunTimersThatAreDueWithoutMovingTime() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.addLater(1, Duration.ZERO);
            test.runAll();
            assertThat(test.await(counter.get())).isEqualTo(1);
            assertThat(test.clock().nanos()).isZero();
        }
    }

    @Test
    void shouldRunEverythingAtItsOwnTimeWhenAdvanced() {
        List<String> notes = new ArrayList<>();
        try (TestSystem test = TestSystem.manual()) {
            Noter noter = test.spawn(Noter.class, () -> new Noter(test, notes));
            noter.noteLater("late", 300);
            noter.noteLater("early", 100);
            noter.noteLater("beyond", 1001);
            noter.chain(2, 200);
            noter.note("ready");
            test.advance(SECOND);
            assertThat(notes)
                    .containsExactly("chain2@0", "ready@0", "early@100", "chain1@200", "late@300", "chain0@400");
            assertThat(test.clock().millis()).isEqualTo(1000);
        }
    }

    @Test
    void shouldRunWhatFallsDueAtTheEndOfTheSpan() {
        List<String> notes = new ArrayList<>();
        try (TestSystem test = TestSystem.manual()) {
            Noter noter = test.spawn(Noter.class, () -> new Noter(test, notes));
            noter.chain(2, 500);
            test.advance(SECOND);
            assertThat(notes).containsExactly("chain2@0", "chain1@500", "chain0@1000");
        }
    }

    @Test
    void shouldRepeatTheRunOfASeed() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(interleaving(seed)).hasSize(30).isEqualTo(interleaving(seed));
        }
    }

    @Test
    void shouldRunDifferentlyForOtherSeeds() {
        assertThat(interleaving(1)).isNotEqualTo(interleaving(2));
    }

    @Test
    void shouldRunBlockingWorkAndOutsideCallbacksOnTheTestsThread() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            List<Thread> threads = new ArrayList<>();
            Promise<Integer> result = counter.blocking().then(value -> threads.add(Thread.currentThread()));
            assertThat(test.await(result)).isEqualTo(7);
            assertThat(threads).containsExactly(Thread.currentThread());
        }
    }

    @Test
    void shouldNotMoveTimeWhenAwaitingWithoutALimit() {
        try (TestSystem test = TestSystem.manual().allowPendingWork()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.addEvery(SECOND);
            Promise<Integer> never = counter.never();
            assertThatThrownBy(() -> test.await(never))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("promise must settle")
                    .hasMessageContaining("dispatcher=manual");
            assertThat(test.clock().nanos()).isZero();
        }
    }

    @Test
    void shouldMoveTimeNoFurtherThanNeededWhenAwaitingWithALimit() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            Promise<Integer> expiring = counter.never().timeout(Duration.ofMillis(300));
            assertThatThrownBy(() -> test.await(expiring, SECOND)).isInstanceOf(CallTimeoutException.class);
            assertThat(test.clock().millis()).isEqualTo(300);
        }
    }

    @Test
    void shouldAwaitWithALimitBeyondWhatNanosecondsCanCount() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        try (TestSystem manual = TestSystem.manual();
                TestSystem real = TestSystem.real()) {
            assertThat(manual.await(manual.spawn(Counter.class, Counter::new).get(), forever))
                    .isZero();
            assertThat(real.await(real.spawn(Counter.class, Counter::new).get(), forever))
                    .isZero();
        }
    }

    @Test
    void shouldWaitForConditionsOfTheTest() {
        List<String> notes = new ArrayList<>();
        try (TestSystem test = TestSystem.manual()) {
            Noter noter = test.spawn(Noter.class, () -> new Noter(test, notes));
            noter.chain(10, 100);
            test.until(SECOND, () -> notes.size() == 4);
            assertThat(test.clock().millis()).isEqualTo(300);
            assertThatThrownBy(() -> test.until(SECOND, () -> notes.size() == 100))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("condition must hold within the limit: limit=PT1S");
            assertThat(test.clock().millis()).isEqualTo(1300);
        }
    }

    @Test
    void shouldEndWhenActorsNeverComeToRest() {
        try (TestSystem test = TestSystem.manual()) {
            Noter noter = test.spawn(Noter.class, () -> new Noter(test, new ArrayList<>()));
            noter.forEver();
            assertThatThrownBy(test::runAll)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the actors must come to rest");
            test.system().stop(noter);
        }
    }

    @Test
    void shouldRecordFailuresAndDeadLetters() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.crash();
            counter.end();
            test.advance(SECOND);
            counter.add(1);
            assertThat(test.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.cause()).hasMessage("on purpose");
                assertThat(failure.decision()).isEqualTo(Decision.RESTART);
            });
            assertThat(test.deadLetters())
                    .singleElement()
                    .extracting(DeadLetter::method, DeadLetter::reason)
                    .containsExactly("Counter.add(int)", DeadLetter.Reason.STOPPED);
        }
    }

    @Test
    void shouldTellTheStateOfTheSystemWhenACheckFails() {
        try (TestSystem test = TestSystem.seeded(4711)) {
            test.spawn(Counter.class, Counter::new).crash();
            test.advance(SECOND);
            assertThatThrownBy(() -> test.check(() -> assertThat(1).isEqualTo(2)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("seeded-4711")
                    .hasMessageContaining("time=PT1S")
                    .hasMessageContaining("on purpose")
                    .hasCauseInstanceOf(AssertionError.class);
        }
    }

    @Test
    void shouldNameTheFailingSeed() {
        assertThatThrownBy(
                        () -> TestSystem.forSeeds(100, seed -> assertThat(seed).isLessThan(17)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed=17, tried=18 of 100")
                .hasMessageContaining("TestSystem.seeded(17)")
                .hasRootCauseInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> TestSystem.forSeeds(1, seed -> {
                    throw new java.io.IOException("broken");
                }))
                .hasMessageContaining("broken");
        assertThatThrownBy(() -> TestSystem.forSeeds(1, seed -> {
                    throw new StackOverflowError("too deep");
                }))
                .hasMessageContaining("seed=0, tried=1 of 1");
        assertThatThrownBy(() -> TestSystem.forSeeds(0, seed -> {})).hasMessageContaining("count=0");
    }

    @Test
    void shouldFindARaceUnderSomeSeed() {
        assertThatThrownBy(() -> TestSystem.forSeeds(100, seed -> {
                    List<String> notes = new ArrayList<>();
                    try (TestSystem test = TestSystem.seeded(seed)) {
                        Noter first = test.spawn(Noter.class, () -> new Noter(test, notes));
                        Noter second = test.spawn(Noter.class, () -> new Noter(test, notes));
                        first.note("first");
                        second.note("second");
                        test.runAll();
                        assertThat(notes).first().isEqualTo("first@0");
                    }
                }))
                .hasMessageContaining("replay it with");
    }

    @Test
    void shouldNameTheSeedOfATestThatCallsItselfForEver() {
        assertThatThrownBy(() -> TestSystem.forSeeds(5, seed -> {
                    if (seed == 3) {
                        throw new StackOverflowError("on purpose");
                    }
                }))
                .hasMessageContaining("seed=3, tried=4 of 5")
                .hasRootCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void shouldNoticeAnotherThreadUnderAnySeed() {
        assertThatThrownBy(() -> TestSystem.forSeeds(100, seed -> {
                    try (TestSystem test = TestSystem.seeded(seed)) {
                        Counter counter = test.spawn(Counter.class, Counter::new);
                        if (seed == 17) {
                            Thread stranger = new Thread(() -> counter.add(1), "stranger");
                            stranger.start();
                            stranger.join();
                        }
                        test.runAll();
                    }
                }))
                .hasMessageContaining("seed=17, tried=18 of 100")
                .hasRootCauseMessage("the test must not use threads behind the simulation's back: seed=17,"
                        + " thread=stranger, target=troupe://test/counter-1, event=0");
    }

    @Test
    void shouldNotBlameASenderForACallWhoseTurnNobodyRuns() {
        try (TestSystem test = TestSystem.seeded(5)) {
            Promise<Integer> count = test.spawn(Counter.class, Counter::new).get();
            assertThatThrownBy(() -> count.await(SECOND)) // would run no events
                    .isInstanceOf(WaitRefusedException.class)
                    .hasMessageStartingWith("await must not be called in the thread that runs a simulation")
                    .hasMessageContaining("state=queued: 1 waiting")
                    .hasMessageNotContaining("sender");
            test.assertThat(count).settles().isFulfilledWith(0);
        }
    }

    @Test
    void shouldTakeSettings() {
        try (TestSystem test =
                TestSystem.manual(settings -> settings.name("other").askTimeout(SECOND))) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            test.assertThat(counter.never()).settlesWithin(SECOND).hasFailedWith(CallTimeoutException.class);
            assertThat(test.system().name()).isEqualTo("other");
        }
    }

    @Test
    void shouldWaitForThreadsWhenReal() {
        try (TestSystem test = TestSystem.real()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.add(3);
            assertThat(test.await(counter.get())).isEqualTo(3);
            counter.addLater(1, Duration.ofMillis(5));
            test.until(Duration.ofSeconds(20), () -> counter.get().await(Duration.ofSeconds(5)) == 4);
            // A deadline of its own: the end of the test waits for what is owed.
            Promise<Integer> never = counter.never().timeout(Duration.ofMillis(500));
            assertThatThrownBy(() -> test.await(never, Duration.ofMillis(5)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("time=real");
        }
    }

    @Test
    void shouldSettleWorkersWhenReal() {
        try (TestSystem test = TestSystem.real()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.add(1);
            test.settle();
            test.assertThatActor(counter).drains();
        }
    }

    @Test
    void shouldRefuseToStepARealSystem() {
        try (TestSystem test = TestSystem.real()) {
            assertThatThrownBy(test::step).hasMessageContaining("method=step");
            assertThatThrownBy(test::runAll).hasMessageContaining("method=runAll");
            assertThatThrownBy(() -> test.advance(SECOND)).hasMessageContaining("method=advance");
            assertThatThrownBy(test::clock).hasMessageContaining("TestSystem.manual()");
        }
    }

    @Test
    void shouldEndActorsWhenClosed() {
        List<String> notes = new ArrayList<>();
        TestSystem test = TestSystem.manual();
        test.spawn(Runnable0.class, () -> new Ending(notes)).go();
        test.close();
        assertThat(notes).containsExactly("stopped");
    }

    @Test
    void shouldFailATestThatEndsWithDebts() {
        TestSystem test = TestSystem.manual();
        Counter counter = test.spawn(Counter.class, Counter::new);
        counter.never();

        assertThatThrownBy(test::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("UNSETTLED_ASK")
                .hasMessageContaining("Counter.never()");
        assertThat(test.system().actors()).as("closed all the same").isZero();
    }

    @Test
    void shouldFailATestThatEndsWithDebtsBeforeTheirDeadlineWhenReal() {
        TestSystem test = TestSystem.real();
        test.spawn(Counter.class, Counter::new).never();

        assertThatThrownBy(test::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("UNSETTLED_ASK")
                .hasMessageContaining("Counter.never()");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChangeNothingWhenItIsClosedAgain(boolean real) {
        TestSystem test = real ? TestSystem.real() : TestSystem.manual();
        test.spawn(Counter.class, Counter::new).never();

        assertThatThrownBy(test::close).hasMessageContaining("UNSETTLED_ASK");
        test.close();
    }

    @Test
    void shouldEndItsThreadsThoughTheTestIsInterrupted() {
        TestSystem test = TestSystem.real();
        Thread.currentThread().interrupt(); // as by a time limit

        assertThatThrownBy(test::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("workers must come to the end of their turns");
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> test.spawn(Counter.class, Counter::new))
                .as("closed all the same")
                .isInstanceOf(SpawnRefusedException.class);
    }

    @Test
    void shouldLetATestEndWithDebtsThatItAllows() {
        try (TestSystem test = TestSystem.manual().allowPendingWork()) {
            test.spawn(Counter.class, Counter::new).never();
            test.runAll();

            assertThat(test.pendingWork()).hasSize(1);
        }
    }

    @Test
    void shouldForgetADebtWhenItIsPaid() {
        try (TestSystem test = TestSystem.real()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            counter.blocking();
        }
    }

    /** An interface of this package, so that references to it can be made. */
    public interface Runnable0 {
        void go();
    }

    private record Ending(List<String> notes) implements Runnable0, io.troupe.core.actor.Lifecycle {
        @Override
        public void go() {
            ActorContext.current();
        }

        @Override
        public void onStop() {
            notes.add("stopped");
        }
    }

    @Test
    void shouldNameTheRemedyWhenAThreadAwaitsWhatNobodyRuns() {
        try (TestSystem test = TestSystem.manual()) {
            Counter counter = test.spawn(Counter.class, Counter::new);
            Promise<Integer> count = counter.get();
            Promise<String> text = count.map(String::valueOf);

            String remedy = "; its system has no threads and runs only what it is told to run: wait by"
                    + " TestSystem.await(promise), or run turns before";
            assertThatThrownBy(() -> count.await(Duration.ofNanos(1)))
                    .isInstanceOf(CallTimeoutException.class)
                    .hasMessageEndingWith(remedy);
            assertThatThrownBy(() -> text.await(Duration.ofNanos(1))).hasMessageEndingWith(remedy);
            assertThat(test.await(text)).isEqualTo("0");
        }
    }
}
