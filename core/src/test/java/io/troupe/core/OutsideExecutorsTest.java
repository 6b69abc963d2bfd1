// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.CellThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Continuations of threads outside of actors. */
class OutsideExecutorsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    static class Echo extends Actor<Echo> {
        public Promise<Integer> echo(int value) {
            return Promise.of(value);
        }

        public Promise<Integer> never() {
            return new CompletablePromise<>();
        }

        public Promise<Promise<Integer>> derived(CompletablePromise<Integer> source) {
            return Promise.of(1).map(one -> source.map(value -> value + one));
        }
    }

    @Test
    void shouldNotLetASlowContinuationDelayAnotherThread() throws Exception {
        CountDownLatch slowRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.start("outside")) {
            Echo echo = system.spawn(Echo.class, Echo::new);
            Thread slow = new Thread(() -> echo.echo(1).then(value -> {
                slowRuns.countDown();
                await(release);
            }));
            slow.start();
            await(slowRuns);
            try {
                assertThat(echo.echo(2).toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(2);
                assertThat(Promise.all(echo.echo(3))
                                .map(List::size)
                                .toCompletableFuture()
                                .get(30, TimeUnit.SECONDS))
                        .isOne();
            } finally {
                release.countDown();
            }
        }
    }

    @Test
    void shouldKeepPromisesInTheSystemInWhoseNameTheyWereMade() {
        List<Runnable> given = new ArrayList<>();
        List<String> ran = new ArrayList<>();
        try (ActorSystem system = ActorSystem.builder().helpers(given::add).start()) {
            CompletablePromise<Integer>[] made = newPromises();
            system.host().outsideExecutor().outside().call(() -> {
                made[0] = new CompletablePromise<>();
                made[1].then(value -> ran.add("registered inside " + value));
            });
            made[0].then(value -> ran.add("made inside " + value));
            made[0].complete(1);
            made[1].complete(2);
            assertThat(ran).isEmpty();
            while (!given.isEmpty()) {
                given.remove(0).run();
            }
            assertThat(ran).containsExactly("made inside 1", "registered inside 2");
            assertThat(CellThread.currentCell()).isNull();
        }
    }

    @Test
    void shouldFailContinuationsThatTheHelpersDoNotTake() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Executor helpers = task -> {
            if (broken.get()) {
                throw new IllegalStateException("broken helpers");
            }
            new Thread(task).start();
        };
        try (ActorSystem system = ActorSystem.builder().helpers(helpers).start()) {
            CompletablePromise<Integer>[] made = newPromises();
            system.host().outsideExecutor().outside().call(() -> made[0] = new CompletablePromise<>());
            Promise<Integer> refused = made[0].map(value -> value + 1);

            assertThat(made[0].complete(1)).isTrue();
            assertThatThrownBy(() -> refused.await(LONG)).hasRootCauseMessage("broken helpers");
            broken.set(false);
            assertThat(made[0].map(value -> value + 2).await(LONG)).isEqualTo(3);
        }
    }

    @Test
    void shouldRunAContinuationOnceIfTheHelpersTakeItAndThrow() {
        List<Runnable> given = new ArrayList<>();
        List<Integer> ran = new ArrayList<>();
        Executor helpers = task -> {
            given.add(task);
            throw new IllegalStateException("broken helpers");
        };
        try (ActorSystem system = ActorSystem.builder().helpers(helpers).start()) {
            CompletablePromise<Integer>[] made = newPromises();
            system.host().outsideExecutor().outside().call(() -> made[0] = new CompletablePromise<>());
            Promise<Integer> refused = made[0].then(ran::add);

            made[0].complete(1);
            given.forEach(Runnable::run);
            assertThat(refused.isFailed()).isTrue();
            assertThat(ran).isEmpty();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static CompletablePromise<Integer>[] newPromises() {
        return new CompletablePromise[] {new CompletablePromise<>(), new CompletablePromise<>()};
    }

    @Test
    void shouldNotLetASlowContinuationDelayAnotherThreadOnPromisesOfNoSystem() throws Exception {
        int slowOnes = 8;
        CountDownLatch slowRuns = new CountDownLatch(slowOnes);
        CountDownLatch release = new CountDownLatch(1);
        CompletablePromise<Integer> promise = new CompletablePromise<>();
        for (int i = 0; i < slowOnes; i++) {
            Thread slow = new Thread(() -> promise.then(value -> {
                slowRuns.countDown();
                await(release);
            }));
            slow.start();
            slow.join();
        }
        promise.complete(1);
        await(slowRuns);
        try {
            assertThat(promise.map(value -> value + 1).toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isEqualTo(2);
        } finally {
            release.countDown();
        }
    }

    @Test
    void shouldRunContinuationsOfAThreadOneAtATimeInOrder() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        List<Integer> expected = new ArrayList<>();
        try (ActorSystem system = ActorSystem.start("outside")) {
            Echo echo = system.spawn(Echo.class, Echo::new);
            List<Promise<?>> children = new ArrayList<>();
            Promise<Integer> one = echo.echo(1);
            for (int i = 0; i < 10_000; i++) {
                int number = i;
                expected.add(i);
                children.add(one.then(value -> {
                    overlaps.addAndGet(running.getAndIncrement());
                    order.add(number);
                    running.decrementAndGet();
                }));
            }
            Promise.allSettled(children).await(LONG);
        }

        assertThat(overlaps).hasValue(0);
        assertThat(order).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldTimeOutACombinationByTheClockOfItsParts() {
        ManualSystem test = new ManualSystem();
        Echo echo = test.system.spawn(Echo.class, Echo::new);
        List<Promise<?>> combined = List.of(
                Promise.all(Promise.of(1), echo.never()).timeout(Duration.ofSeconds(20)),
                Promise.any(List.of(echo.never())).timeout(Duration.ofSeconds(20)),
                Promise.race(echo.never(), echo.never()).timeout(Duration.ofSeconds(20)),
                Promise.allSettled(echo.never()).timeout(Duration.ofSeconds(20)),
                like(echo.never()).timeout(Duration.ofSeconds(20)),
                test.system.watch(echo).timeout(Duration.ofSeconds(20)));
        test.advance(Duration.ofSeconds(19));
        assertThat(combined).noneMatch(Promise::isSettled);

        test.advance(Duration.ofSeconds(1));

        assertThat(combined).allSatisfy(promise -> assertThatThrownBy(() -> promise.await(LONG))
                .isInstanceOf(CallTimeoutException.class));
        test.close();
    }

    @Test
    void shouldRunContinuationsOfACombinationWhereThoseOfItsPartsRun() {
        ManualSystem test = new ManualSystem();
        Echo echo = test.system.spawn(Echo.class, Echo::new);
        List<String> log = new ArrayList<>();
        Promise.all(echo.echo(1), Promise.of(2)).then(values -> log.add("all"));
        Promise.race(echo.echo(1)).then(value -> log.add("race"));
        like(echo.echo(1)).then(value -> log.add("like"));
        test.system.stop(test.system.spawn(Echo.class, Echo::new)).then(end -> log.add("stop"));
        assertThat(log).isEmpty();

        test.runAll();

        assertThat(log).containsExactlyInAnyOrder("all", "race", "like", "stop");
        test.close();
    }

    @Test
    void shouldNotRunOutsideCodeInTheTurnOfTheActorThatMadeThePromise() {
        ManualSystem test = new ManualSystem();
        Echo echo = test.system.spawn(Echo.class, Echo::new);
        CompletablePromise<Integer> source = new CompletablePromise<>();
        List<Object> cells = new ArrayList<>();
        Promise<Integer> derived = test.result(echo.derived(source));
        derived.then(value -> cells.add(String.valueOf(CellThread.currentCell())));
        source.complete(1);
        test.runAll();

        assertThat(cells).hasSize(1).noneMatch(cell -> cell.toString().contains("ActorCell"));
        test.close();
    }

    @Test
    void shouldEndContinuationsThatComeAfterTheSystemHasClosed() {
        ActorSystem system = ActorSystem.start("outside");
        Echo echo = system.spawn(Echo.class, Echo::new);
        Promise<Integer> answer = echo.echo(1);
        answer.await(LONG);
        system.close();

        assertThatThrownBy(() -> answer.map(value -> value + 1).await(LONG)).isInstanceOf(ActorStoppedException.class);
        CompletableFuture<Integer> future = answer.toCompletableFuture();
        assertThat(future).isCompletedExceptionally();
    }

    private static Promise<Integer> like(Promise<Integer> other) {
        CompletablePromise<Integer> promise = new CompletablePromise<>();
        promise.completeLike(other);
        return promise;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the other thread must come: limit=" + LONG);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
