// SPDX-License-Identifier: Apache-2.0
package io.troupe.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ManualSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lives outside of the library's packages, because the call site named in the text is the first frame outside. */
class CallDeadlineTest {
    private static final Duration LIMIT = Duration.ofSeconds(3);
    private final ManualSystem test = new ManualSystem(
            builder -> builder.askTimeout(Duration.ofSeconds(7)).closeTimeout(Duration.ofMillis(100)));
    private final Slow slow = test.system.spawn(Slow.class, Slow::new, "slow");

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldNameTargetMethodAndPosition() {
        for (int i = 0; i < 16; i++) {
            slow.work(i);
        }
        Promise<String> call = slow.work(16).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("deadline=PT3S")
                .hasMessageContaining("target=troupe://test/slow")
                .hasMessageContaining("method=Slow.work(int)")
                .hasMessageContaining("state=queued at position 17 of 17, sent PT3S ago")
                .hasMessageNotContaining("calledFrom");
    }

    @Test
    void shouldSayThatTheTargetWaitsForWhatItsStartHasReturned() {
        Starter starter = test.system.spawn(Starter.class, Starter::new, "starter");
        Promise<String> call = starter.work().timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining(
                        "state=queued at position 1 of 1 of a target that waits for the promise of its onStart or holdUntil,");
    }

    @Test
    void shouldSayThatTheTargetIsRestarting() {
        Supervision patient =
                Supervision.restart(3, Duration.ofMinutes(1)).backoff(Duration.ofMinutes(1), Duration.ofMinutes(1));
        Slow broken = test.system.spawn(
                Slow.class,
                () -> {
                    throw new IllegalStateException("no store");
                },
                ActorOptions.named("broken").supervision(patient));
        Promise<String> call = broken.work(1).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("state=queued at position 1 of 1 of a target that is restarting after a failure:"
                        + " java.lang.IllegalStateException: no store,");
    }

    @Test
    void shouldSayThatACallIsQueuedInADeepMailboxWithoutWalkingIt() {
        for (int i = 0; i < 2000; i++) {
            slow.work(i);
        }
        Promise<String> call = slow.work(2000).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("state=queued, 1000 or more waiting");
    }

    @Test
    void shouldNotSayThatACallIsRunningThatWaits() {
        Promise<String> call = slow.work(1).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("state=waiting for what its method returned")
                .hasMessageContaining("waitsFor=a promise that nobody has settled so far [pending]")
                .hasMessageNotContaining("running");
    }

    @Test
    void shouldSayThatACallIsRunningWhileItsMethodRuns() {
        Promise<String> call =
                slow.whileRunning(() -> test.clock.advance(LIMIT)).timeout(LIMIT);
        test.runAll();

        assertTimeout(call).hasMessageContaining("state=running").hasMessageNotContaining("waiting");
        assertThatTimeout(call).returns(true, CallTimeoutException::maybeExecuted);
    }

    @Test
    void shouldNameWhereItWasCalledIfThatIsAskedFor() {
        System.setProperty("troupe.debug", "");
        try (ManualSystem debugged = new ManualSystem()) {
            Promise<String> first = debugged.system.spawn(Slow.class, Slow::new).work(1);
            debugged.clock.advance(Duration.ofSeconds(30));
            assertTimeout(first)
                    .hasMessageContaining("calledFrom=io.troupe.sample.CallDeadlineTest.shouldNameWhere")
                    .hasMessageContaining("CallDeadlineTest.java:");
            Promise<String> second =
                    debugged.system.spawn(Slow.class, Slow::new).work(1).timeout(LIMIT);
            debugged.clock.advance(LIMIT);
            assertTimeout(second).hasMessageContaining("calledFrom=io.troupe.sample.CallDeadlineTest.shouldNameWhere");
        } finally {
            System.clearProperty("troupe.debug");
        }
    }

    @Test
    void shouldTellTheFactsToPrograms() {
        Promise<String> queued = slow.work(1).timeout(LIMIT);
        test.clock.advance(LIMIT);
        test.runAll();
        Promise<String> waiting = slow.work(2).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertThatTimeout(queued)
                .returns("troupe://test/slow", CallTimeoutException::target)
                .returns("Slow.work(int)", CallTimeoutException::method)
                .returns(LIMIT, CallTimeoutException::limit)
                .returns(false, CallTimeoutException::maybeExecuted);
        assertThatTimeout(waiting).returns(true, CallTimeoutException::maybeExecuted);
        assertThat(test.result(slow.calls())).as("executed").isEqualTo(1);
    }

    @Test
    void shouldNameWhoWaitsForWhom() {
        Slow c = test.system.spawn(Slow.class, Slow::new, "c");
        Slow b = test.system.spawn(Slow.class, Slow::new, "b");
        Promise<String> call = slow.pass(b, c).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("target=troupe://test/slow, method=Slow.pass(Slow,Slow), state=waiting")
                .hasMessageContaining("waitsFor=Slow.pass(Slow,Slow) of troupe://test/b [waiting")
                .hasMessageContaining("-> Slow.work(int) of troupe://test/c [waiting")
                .hasMessageContaining("sent PT3S ago");
    }

    @Test
    void shouldNameTheEndOfTheChainThatIsQueued() {
        Slow c =
                test.system.spawn(Slow.class, Slow::new, ActorOptions.named("c").dispatcher(Dispatchers.manual()));
        c.work(1);
        Promise<String> call = slow.pass(null, c).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("waitsFor=Slow.work(int) of troupe://test/c [queued at position 2 of 2, sent");
    }

    @Test
    void shouldNameContinuationsInTheChain() {
        Slow b = test.system.spawn(Slow.class, Slow::new, "b");
        Promise<String> call = slow.mapped(b).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining("waitsFor=a continuation of troupe://test/slow [waiting]")
                .hasMessageContaining("-> Slow.work(int) of troupe://test/b [waiting");
    }

    @Test
    void shouldSayThatCallsWaitForEachOther() {
        List<Promise<String>> box = new ArrayList<>();
        Promise<String> call = slow.circle(box).timeout(LIMIT);
        box.add(call);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining(" -> back to Slow.circle(")
                .hasMessageContaining("wait for each other");
    }

    @Test
    void shouldNameTheBeginningOfALongChain() {
        Promise<String> call = slow.remember(new ArrayList<>(), 100).timeout(LIMIT);
        test.runAll();
        test.clock.advance(LIMIT);

        assertTimeout(call)
                .hasMessageContaining(
                        " of troupe://test/slow [waiting for what its method returned, sent PT3S ago] -> ")
                .hasMessageContaining(" of troupe://test/slow [waiting for calls behind it, sent PT3S ago] -> ");
    }

    @Test
    void shouldKeepNothingOfTheStepsOfALongChain() {
        List<WeakReference<Promise<?>>> steps = new ArrayList<>();
        Promise<String> call = slow.remember(steps, 100).timeout(Duration.ofSeconds(6));
        test.runAll();

        assertThat(call.isSettled()).isFalse();
        for (int i = 0; i < 200 && pending(steps) > 20; i++) {
            System.gc();
        }
        assertThat(pending(steps)).isLessThanOrEqualTo(20);
        test.clock.advance(Duration.ofSeconds(6));
        assertTimeout(call);
    }

    @Test
    void shouldKeepNothingOfTheStepsOfALongChainOfContinuations() {
        List<WeakReference<Promise<?>>> steps = new ArrayList<>();
        Promise<String> call = slow.continued(steps, 100).timeout(Duration.ofSeconds(6));
        test.runAll();

        assertThat(call.isSettled()).isFalse();
        for (int i = 0; i < 200 && pending(steps) > 20; i++) {
            System.gc();
        }
        assertThat(pending(steps)).isLessThanOrEqualTo(20);
    }

    @Test
    void shouldFailALongChainWhenTheActorAtItsEndStops() {
        Slow last = test.system.spawn(Slow.class, Slow::new, "last");
        Promise<String> call = slow.towards(last, 30);
        test.runAll();
        assertThat(call.isSettled()).isFalse();
        test.system.stop(last);

        assertThatThrownBy(() -> test.result(call))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("troupe://test/last");
    }

    private static long pending(List<WeakReference<Promise<?>>> steps) {
        return steps.stream().filter(step -> step.get() != null).count();
    }

    @Test
    void shouldSayTheSameOfAwait() {
        Slow b = test.system.spawn(Slow.class, Slow::new, "b");
        Promise<String> call = slow.pass(b, b);
        test.runAll();

        assertThatThrownBy(() -> call.await(Duration.ofNanos(1)))
                .isInstanceOfSatisfying(CallTimeoutException.class, timeout -> assertThat(timeout)
                        .returns("troupe://test/slow", CallTimeoutException::target)
                        .returns(Duration.ofNanos(1), CallTimeoutException::limit)
                        .returns(true, CallTimeoutException::maybeExecuted))
                .hasMessageContaining(
                        "await must end within its limit: limit=PT0.000000001S, target=troupe://test/slow")
                .hasMessageContaining("waitsFor=Slow.pass(Slow,Slow) of troupe://test/b");
        assertThat(call.isSettled()).isFalse();
    }

    @Test
    void shouldSayHowManyWaitInABoundedMailbox() {
        Slow bounded = test.system.spawn(
                Slow.class, Slow::new, ActorOptions.named("b").mailbox(MailboxSpec.bounded(10, Overflow.FAIL)));
        bounded.work(1);
        Promise<String> call = bounded.work(2).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("2 waiting");
    }

    @Test
    void shouldGoByTheSystemsDeadlineIfThereIsNoOther() {
        Promise<String> call = slow.work(1);
        test.clock.advance(Duration.ofSeconds(7));

        assertTimeout(call).hasMessageContaining("deadline=PT7S");
    }

    @Test
    void shouldGoByTheActorsDeadlineBeforeTheSystems() {
        Slow own = test.system.spawn(
                Slow.class, Slow::new, ActorOptions.named("own").askTimeout(LIMIT));
        Promise<String> call = own.work(1);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("deadline=PT3S").hasMessageContaining("target=troupe://test/own");
    }

    @Test
    void shouldSayThatTheStateIsAContinuation() {
        CompletablePromise<String> gate = new CompletablePromise<>();
        Promise<String> call = slow.work(1).flatMap(value -> gate).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("method=Slow.work(int)");
    }

    @Test
    void shouldNameTheMemberOfAGroup() {
        var group =
                io.troupe.core.group.Group.spawn(test.system, Slow.class, 2, Slow::new, ActorOptions.named("member"));
        Promise<String> call = group.roundRobin().work(1).timeout(LIMIT);
        test.clock.advance(LIMIT);

        assertTimeout(call).hasMessageContaining("target=troupe://test/member-0");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertTimeout(Promise<String> call) {
        return assertThatThrownBy(() -> test.result(call)).isInstanceOf(CallTimeoutException.class);
    }

    private AbstractObjectAssert<?, CallTimeoutException> assertThatTimeout(Promise<String> call) {
        return assertThat((CallTimeoutException) call.result().orElseThrow().failure());
    }

    static class Starter extends Actor<Starter> {
        @Override
        protected Promise<?> onStart() {
            return new CompletablePromise<>();
        }

        public Promise<String> work() {
            return Promise.of("done");
        }
    }

    static class Slow extends Actor<Slow> {
        private int calls;

        public Promise<String> work(int number) {
            calls++;
            return new CompletablePromise<>();
        }

        public Promise<Integer> calls() {
            return Promise.of(calls);
        }

        public Promise<String> whileRunning(Runnable code) {
            code.run();
            return Promise.of("late");
        }

        public Promise<String> pass(@Nullable Slow next, Slow last) {
            return next == null ? last.work(0) : next.pass(null, last);
        }

        public Promise<String> mapped(Slow next) {
            return next.work(0).map(value -> value);
        }

        public Promise<String> circle(List<Promise<String>> box) {
            return self().back(box);
        }

        public Promise<String> back(List<Promise<String>> box) {
            return box.get(0);
        }

        public Promise<String> towards(Slow last, int more) {
            return more == 0 ? last.work(0) : self().towards(last, more - 1);
        }

        public Promise<String> continued(List<WeakReference<Promise<?>>> steps, int more) {
            return self().calls().flatMap(any -> {
                Promise<String> next = more == 0 ? self().work(0) : self().continued(steps, more - 1);
                steps.add(new WeakReference<>(next));
                return next;
            });
        }

        public Promise<String> remember(List<WeakReference<Promise<?>>> steps, int more) {
            Promise<String> next = more == 0 ? self().work(0) : self().remember(steps, more - 1);
            steps.add(new WeakReference<>(next));
            return next;
        }
    }
}
