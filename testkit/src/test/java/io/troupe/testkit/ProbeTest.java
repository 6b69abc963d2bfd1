// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestSystem test = TestSystem.manual();
    private final Probe<Store> probe = test.probe(Store.class);
    private final Store store = probe.ref();

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void shouldRecordCallsInOrder() {
        store.save("a", 1);
        Promise<Integer> unused = store.load("b");
        assertThat(probe.calls()).isEmpty(); // they arrive in turns of the probe
        RecordedCall first = probe.awaitCall();
        RecordedCall second = probe.awaitCall();
        assertThat(first.method()).isEqualTo("save");
        assertThat(first.arguments()).containsExactly("a", 1);
        assertThat(first.argument(1, Integer.class)).isEqualTo(1);
        assertThat(first.isAsk()).isFalse();
        assertThat(second.isAsk()).isTrue();
        assertThat(second.info().signature()).isEqualTo("load(String)");
        assertThat(probe.calls()).containsExactly(first, second);
    }

    @Test
    void shouldExpectCallsByNameAndArguments() {
        store.save("a", 1);
        store.saveAll(1, 2, 3);
        store.save(null, 2);
        store.save("b", 3);
        probe.expectCall("save", "a", 1);
        probe.expectCall("saveAll", new int[] {1, 2, 3});
        probe.expectCall("save", null, 2);
        assertThat(probe.expectCallTo("save").argument(0, String.class)).isEqualTo("b");
        probe.expectNoCall();
    }

    @Test
    void shouldSayWhatCameInstead() {
        store.save("a", 1);
        assertThatThrownBy(() -> probe.expectCall("save", "a", 2))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("expected=save(\"a\", 2), was=save(\"a\", 1)")
                .hasMessageContaining("dispatcher=manual");
        store.save("a", 1);
        assertThatThrownBy(() -> probe.expectCallTo("load"))
                .hasMessageContaining("expected=load(…), was=save(\"a\", 1)");
    }

    @Test
    void shouldSayWhenNothingCame() {
        assertThatThrownBy(() -> probe.expectCall("save", "a", 2))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("a call must come: expected=save(\"a\", 2)");
        assertThatThrownBy(() -> probe.awaitCall(SECOND)).hasMessageContaining("limit=PT1S");
        assertThat(test.clock().millis()).isEqualTo(1000);
    }

    @Test
    void shouldSayWhenACallCameThatWasNotExpected() {
        store.save("a", 1);
        assertThatThrownBy(probe::expectNoCall)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("was=save(\"a\", 1)");
        assertThatThrownBy(() -> probe.expectNoCall(SECOND)).hasMessageContaining("within=PT1S");
        probe.skipCalls();
        probe.expectNoCall();
        probe.expectNoCall(SECOND);
    }

    @Test
    void shouldRefuseMethodsThatTheTypeLacks() {
        assertThatThrownBy(() -> probe.expectCall("lod"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("method=lod")
                .hasMessageContaining("Store.load(String)");
        assertThatThrownBy(() -> probe.answer("lod", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> probe.answer("save", 1)).hasMessageContaining("only a method that returns a promise");
    }

    @Test
    void shouldMoveTimeForCallsThatComeLater() {
        Counter counter = test.spawn(Counter.class, () -> new Counter() {
            @Override
            public void add(int n) {
                context().after(SECOND, () -> store.save("later", n));
            }
        });
        counter.add(5);
        probe.expectNoCall();
        probe.awaitCall(Duration.ofHours(1));
        assertThat(test.clock().millis()).isEqualTo(1000);
    }

    @Test
    void shouldAnswerWithValues() {
        probe.answer("load", 42).answer("name", null);
        test.assertThat(store.load("a")).settles().isFulfilledWith(42);
        test.assertThat(store.name()).settles().isFulfilledWith(null);
    }

    @Test
    void shouldAnswerWithPromises() {
        CompletablePromise<Integer> later = new CompletablePromise<>();
        probe.answer("load", later);
        Promise<Integer> first = store.load("a");
        Promise<Integer> second = store.load("b");
        test.runAll();
        test.assertThat(first).isPending();
        later.complete(7);
        test.assertThat(first).isFulfilledWith(7);
        test.assertThat(second).isFulfilledWith(7);
    }

    @Test
    void shouldAnswerByFunction() {
        probe.answerBy("load", call -> call.argument(0, String.class).length());
        test.assertThat(store.load("abc")).settles().isFulfilledWith(3);
        probe.answerBy("load", call -> Promise.of(9));
        test.assertThat(store.load("abc")).settles().isFulfilledWith(9);
        probe.answerBy("load", call -> {
            throw new IllegalStateException("no");
        });
        test.assertThat(store.load("abc")).settles().hasFailedWith(IllegalStateException.class);
    }

    @Test
    void shouldAnswerWithFailures() {
        probe.fail("load", new java.io.IOException("gone"));
        test.assertThat(store.load("a")).settles().failure().hasMessage("gone");
        test.assertThat(store.load("a")).settles().hasFailedWith(java.io.IOException.class);
    }

    @Test
    void shouldLetTheTestAnswerRecordedCalls() {
        Promise<Integer> first = store.load("a");
        Promise<Integer> second = store.load("b");
        RecordedCall call = probe.awaitCall();
        test.assertThat(first).isPending();
        call.answer(1);
        probe.awaitCall().fail(new IllegalStateException("no"));
        test.assertThat(first).isFulfilledWith(1);
        test.assertThat(second).hasFailedWith(IllegalStateException.class);
        assertThatThrownBy(() -> call.answer(2)).hasMessageContaining("answered once");
        store.save("a", 1);
        assertThatThrownBy(() -> probe.awaitCall().answer(2)).hasMessageContaining("only an ask can be answered");
    }

    @Test
    void shouldHonourDeadlinesOfItsCallers() {
        Promise<Integer> answer = store.load("a").timeout(SECOND);
        RecordedCall call = probe.awaitCall();
        test.advance(SECOND);
        test.assertThat(answer)
                .hasFailedWith(CallTimeoutException.class)
                .failure()
                .hasMessageContaining("load(String)");
        call.answer(1); // too late
        test.assertThat(answer).isFailed();
    }

    @Test
    void shouldFailUnansweredCallsAtTheDeadlineOfTheirSystem() {
        Promise<Integer> answer = store.load("a");
        probe.expectCall("load", "a");
        test.advance(Duration.ofSeconds(29));
        test.assertThat(answer).isPending();
        test.advance(SECOND);
        test.assertThat(answer)
                .hasFailedWith(CallTimeoutException.class)
                .failure()
                .hasMessageContaining("deadline=PT30S")
                .hasMessageContaining("load(String)");
    }

    @Test
    void shouldNotSeeCallsWhoseDeadlinePassedBefore() {
        Promise<Integer> answer = store.load("a");
        test.clock().advance(Duration.ofSeconds(30)); // no turn has run
        test.assertThat(answer).hasFailedWith(CallTimeoutException.class);
        probe.expectNoCall();
    }

    @Test
    void shouldWaitForAnswersAsLongAsTheSettingsSay() {
        try (TestSystem patient = TestSystem.manual(settings -> settings.askTimeout(Duration.ZERO))) {
            Promise<Integer> forEver = patient.probe(Store.class).ref().load("a");
            Promise<Integer> limited =
                    patient.probe(Store.class).ref().load("a").timeout(SECOND);
            patient.advance(Duration.ofDays(1));
            patient.assertThat(forEver).isPending();
            patient.assertThat(limited).hasFailedWith(CallTimeoutException.class);
        }
        Promise<Integer> freed = store.load("a").timeout(Duration.ZERO);
        test.advance(Duration.ofDays(1));
        test.assertThat(freed).isPending();
    }

    @Test
    void shouldNotSeeCallsThatWereCancelledBefore() {
        Promise<Integer> answer = store.load("a");
        answer.cancel();
        probe.expectNoCall();
    }

    @Test
    void shouldRunOutsideContinuationsInItsTurns() {
        probe.answer("load", 1);
        List<Thread> threads = new ArrayList<>();
        Promise<Integer> done = store.load("a").then(value -> threads.add(Thread.currentThread()));
        test.assertThat(done).settles().isFulfilled();
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void shouldStandInForActorClasses() {
        Probe<Counter> counter = test.probe(Counter.class);
        counter.answer("get", 5);
        test.assertThat(counter.ref().get()).settles().isFulfilledWith(5);
        counter.expectCall("get");
    }

    @Test
    void shouldEndLikeAnActor() {
        Promise<Terminated> end = test.system().watch(store);
        Promise<Integer> queued = store.load("a");
        probe.stop();
        test.assertThat(end).settles().isFulfilled();
        test.assertThat(queued).hasFailedWith(ActorStoppedException.class);
        test.assertThat(store.load("b")).hasFailedWith(ActorStoppedException.class);
        test.assertThat(test.system().watch(store)).isFulfilled();
        test.assertThatActor(store).isStopped();
        store.save("a", 1);
        probe.expectNoCall();
    }

    @Test
    void shouldHaveReferencesOfItsOwn() {
        assertThat(store)
                .isEqualTo(probe.ref())
                .isNotEqualTo(test.probe(Store.class).ref());
        assertThat(store.toString()).contains("troupe://test/probe/Store-");
        assertThat(Probe.of(test.system(), Store.class, MethodHandles.lookup()).toString())
                .contains("Store-");
    }

    @Test
    void shouldRefuseAnAnswerThatIsNotOfThePromisedType() {
        String rule = "an answer must be of the type that the method promises: method=Store.load(String), "
                + "type=java.lang.Integer, answer=java.lang.String";
        assertThatThrownBy(() -> probe.answer("load", "42")).hasMessage(rule);
        assertThatThrownBy(() -> probe.answer("load", Promise.of("42"))).hasMessage(rule);

        Promise<Integer> byHand = store.load("a");
        RecordedCall call = probe.expectCall("load", "a");
        assertThatThrownBy(() -> call.answer("42")).hasMessage(rule);
        call.answer(42);
        test.assertThat(byHand).isFulfilledWith(42);

        probe.answerBy("load", any -> "42");
        Promise<Integer> byFunction = store.load("a");
        test.settle();
        test.assertThat(byFunction).failure().hasMessageContaining(rule);
    }
}
