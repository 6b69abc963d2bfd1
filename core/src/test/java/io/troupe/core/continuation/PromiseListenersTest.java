// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PromiseListenersTest {
    private final TurnStub actor = new TurnStub();
    private final TurnStub other = new TurnStub();
    private final List<Object> log = new ArrayList<>();

    @Test
    void shouldCallManyListenersInRegistrationOrder() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        actor.turn(() -> IntStream.range(0, 100).forEach(i -> promise.then(value -> log.add(i))));

        promise.complete("x");
        actor.runAll();

        assertThat(log)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void shouldKeepRegistrationOrderAcrossKindsAndAfterSettling() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        actor.turn(() -> {
            promise.map(value -> log.add("map"));
            promise.onComplete((value, failure) -> log.add("complete"));
            promise.then(value -> log.add("then"));
        });
        promise.complete("x");
        actor.turn(() -> promise.then(value -> log.add("late")));

        actor.runAll();

        assertThat(log).containsExactly("map", "complete", "then", "late");
    }

    @Test
    void shouldPassASuccessThroughRecoverUnchanged() {
        Promise<String> recovered = actor.turnFor(() -> promiseOf("value").recover(failure -> "replaced"));
        actor.runAll();

        assertThat(recovered.await(LONG)).isEqualTo("value");
        assertThat(Promise.of("value").recover(failure -> "replaced").await(LONG))
                .isEqualTo("value");
    }

    @Test
    void shouldReplaceAFailureByRecover() {
        Promise<String> recovered = actor.turnFor(
                () -> Promise.<String>failed(new RuntimeException("gone")).recover(Throwable::getMessage));
        actor.runAll();

        assertThat(recovered.await(LONG)).isEqualTo("gone");
    }

    @Test
    void shouldRejectTheChildWithWhatAHandlerThrows() {
        RuntimeException thrown = new RuntimeException("handler");
        List<Promise<?>> children = new ArrayList<>();
        actor.turn(() -> {
            Promise<String> failed = Promise.failed(new IllegalStateException("first"));
            children.add(promiseOf("x").then(value -> raise(thrown)));
            children.add(promiseOf("x").map(value -> raise(thrown)));
            children.add(promiseOf("x").flatMap(value -> raise(thrown)));
            children.add(promiseOf("x").onComplete((value, failure) -> raise(thrown)));
            children.add(failed.recover(failure -> raise(thrown)));
            children.add(failed.onError(failure -> raise(thrown)));
            children.add(failed.onComplete((value, failure) -> raise(thrown)));
        });
        actor.runAll();

        assertThat(children)
                .allSatisfy(child -> assertThatThrownBy(() -> child.await(LONG)).isSameAs(thrown));
    }

    @Test
    void shouldReportAThrowingHandlerWhenNobodyListensToItsPromise() {
        RuntimeException thrown = new RuntimeException("handler");
        actor.turn(() -> promiseOf("x").then(value -> raise(thrown)));
        actor.turn(() -> promiseOf("x").then(value -> raise(thrown)).onError(log::add));

        actor.runAll();

        assertThat(actor.failures).containsExactly(thrown);
        assertThat(log).containsExactly(thrown);
    }

    @Test
    void shouldReportAFailureThatNobodyHandlesButNoOther() {
        RuntimeException unseen = new RuntimeException("unseen");
        actor.turn(() -> Promise.failed(unseen).then(value -> log.add("never")));
        actor.turn(() -> Promise.failed(new RuntimeException("seen")).onError(failure -> {}));

        actor.runAll();

        assertThat(actor.unhandled).containsExactly(unseen);
        assertThat(log).isEmpty();
    }

    @Test
    void shouldRunAHandlerAlwaysInTheRegistrarsTurn() {
        CompletablePromise<String> pending = new CompletablePromise<>();
        actor.turn(() -> {
            promiseOf("x").then(value -> log.add(CellThread.currentCell()));
            Promise.of("x").then(value -> log.add(CellThread.currentCell()));
            pending.then(value -> log.add(CellThread.currentCell()));
            assertThat(log).as("never on the registering stack").isEmpty();
        });
        other.turn(() -> pending.complete("x"));
        assertThat(log).as("never on the settling stack").isEmpty();
        assertThat(other.due()).isZero();

        actor.runAll();

        assertThat(log).containsExactly(actor, actor, actor);
    }

    @Test
    void shouldRunEachContinuationInTheTurnOfItsOwnRegistrar() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        Promise<String> first = actor.turnFor(() -> promise.then(value -> log.add(CellThread.currentCell())));
        other.turn(() -> first.then(value -> log.add(CellThread.currentCell())));

        promise.complete("x");
        actor.runAll();
        other.runAll();

        assertThat(log).containsExactly(actor, other);
    }

    @Test
    void shouldSkipHandlersOfTheOtherOutcome() {
        List<Promise<?>> passed = new ArrayList<>();
        actor.turn(() -> {
            Promise<String> failed = Promise.failed(new IllegalStateException("first"));
            passed.add(failed.then(value -> log.add(value)));
            passed.add(failed.map(value -> log.add(value)));
            passed.add(failed.flatMap(value -> Promise.of(log.add(value))));
            promiseOf("x").onError(log::add);
        });
        actor.runAll();

        assertThat(log).isEmpty();
        assertThat(passed)
                .allSatisfy(child -> assertThatThrownBy(() -> child.await(LONG)).hasMessage("first"));
    }

    @Test
    void shouldEndAContinuationWhoseActorHasGone() {
        CompletablePromise<String> promise = new CompletablePromise<>();
        Promise<String> queued = actor.turnFor(() -> promise.then(log::add));
        Promise<String> waiting = actor.turnFor(() -> new CompletablePromise<String>().then(log::add));
        promise.complete("x");
        actor.retired = true;
        actor.runAll();

        assertThat(log).isEmpty();
        assertThat(queued.isFailed()).isTrue();
        assertThat(waiting.isSettled()).isFalse();
    }

    @Test
    void shouldAllowNullValues() {
        List<Promise<?>> children = new ArrayList<>();
        actor.turn(() -> {
            children.add(promiseOf(null).then(log::add));
            children.add(promiseOf("x").map(value -> null));
            children.add(promiseOf("x").flatMap(value -> null));
            children.add(Promise.done().onComplete((value, failure) -> log.add(failure)));
        });
        actor.runAll();

        assertThat(log).containsExactly(null, null);
        assertThat(children)
                .allSatisfy(child -> assertThat((Object) child.await(LONG)).isNull());
    }

    private static final Duration LONG = Duration.ofSeconds(10);

    private static <T> Promise<T> promiseOf(T value) {
        CompletablePromise<T> promise = new CompletablePromise<>();
        promise.complete(value);
        return promise;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // stands for any result
    private static <T> T raise(RuntimeException failure) {
        throw failure;
    }
}
