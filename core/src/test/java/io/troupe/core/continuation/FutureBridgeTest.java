// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallCancelledException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FutureBridgeTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private final TurnStub actor = new TurnStub();
    private final CompletablePromise<String> promise = new CompletablePromise<>();
    private final RuntimeException failure = new RuntimeException("broken");

    @Test
    void shouldCompleteTheFutureInTheRegistrarsTurn() {
        List<Object> log = new ArrayList<>();
        CompletableFuture<String> future = actor.turnFor(promise::toCompletableFuture);
        CompletableFuture<Void> seen = future.thenAccept(value -> log.add(CellThread.currentCell()));
        promise.complete("x");
        assertThat(future).isNotDone();
        actor.runAll();

        assertThat(future).isCompletedWithValue("x");
        assertThat(seen).isDone();
        assertThat(log).containsExactly(actor);
    }

    @Test
    void shouldFailTheFutureWithTheFailureItself() {
        CompletableFuture<String> future = actor.turnFor(promise::toCompletableFuture);
        promise.fail(failure);
        actor.runAll();

        assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCause(failure);
        assertThat(actor.unhandled).as("the future has heard of it").isEmpty();
        assertThat(actor.failures).isEmpty();
    }

    @Test
    void shouldCancelThePromiseWithTheFuture() {
        CompletableFuture<String> future = actor.turnFor(promise::toCompletableFuture);
        assertThat(future.cancel(true)).isTrue();

        assertThatThrownBy(() -> promise.await(LONG)).isInstanceOf(CallCancelledException.class);
    }

    @Test
    void shouldEndTheFutureWhenItsActorHasGone() {
        CompletableFuture<String> future = actor.turnFor(promise::toCompletableFuture);
        actor.retired = true;
        promise.complete("x");
        actor.runAll();

        assertThat(future).isCompletedExceptionally();
    }

    @Test
    void shouldCompleteAFutureOutsideOfActors() throws Exception {
        CompletableFuture<String> future = promise.toCompletableFuture();
        promise.complete("x");

        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo("x");
        assertThat(Promise.of("y").toCompletableFuture()).isCompletedWithValue("y");
        assertThat(Promise.done().toCompletableFuture()).isCompletedWithValue(null);
    }

    @Test
    void shouldSettleLikeAStage() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Promise<String> early = Promise.from(stage);
        assertThat(early.isSettled()).isFalse();
        stage.complete("x");

        assertThat(early.await(LONG)).isEqualTo("x");
        assertThat(Promise.from(stage).await(LONG)).isEqualTo("x");
    }

    @Test
    void shouldFailWithTheReasonOfAStageAndNotItsWrapper() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Promise<String> dependent = Promise.from(stage.thenApply(String::trim));
        stage.completeExceptionally(failure);

        assertThatThrownBy(() -> dependent.await(LONG)).isSameAs(failure);
        assertThatThrownBy(() -> Promise.from(stage).await(LONG)).isSameAs(failure);
        assertThatThrownBy(() -> Promise.from(CompletableFuture.failedFuture(new CompletionException("bare", null)))
                        .await(LONG))
                .isInstanceOf(CompletionException.class);
        assertThatThrownBy(() -> Promise.from(CompletableFuture.failedFuture(new IOException("io")))
                        .await(LONG))
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldFailWhenTheStageIsCancelled() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Promise<String> promiseOfStage = Promise.from(stage);
        stage.cancel(false);

        assertThat(promiseOfStage.isFailed()).isTrue();
    }

    @Test
    void shouldSurviveARoundTrip() {
        Promise<String> back = actor.turnFor(() -> Promise.from(promise.toCompletableFuture()));
        promise.fail(failure);
        actor.runAll();

        assertThatThrownBy(() -> back.await(LONG)).isSameAs(failure);
    }
}
