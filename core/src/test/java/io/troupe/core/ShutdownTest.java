// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ShutdownTest {
    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    void shouldCloseAndLeaveNoThread() {
        ActorSystem system = ActorSystem.start("leaves-none");
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        a.tell(me -> me.inside().every(Duration.ofMillis(1), () -> {}));
        assertThat(a.<Integer>ask(me -> me.inside().blocking(() -> 1)).await(LONG))
                .isEqualTo(1);
        assertThat(a.echo("x").map(value -> value + "y").await(LONG)).isEqualTo("xy");
        assertThat(threadsOf("leaves-none")).isNotEmpty();
        system.close();

        assertThat(threadsOf("leaves-none")).isEmpty();
        assertThat(log).endsWith("a stops");
    }

    @Test
    void shouldRunTasksBeforeActorsAndAfterInTheirOrder() {
        ManualSystem test = new ManualSystem();
        Scripted a = test.spawn("a");
        test.runAll();
        test.system.onClose(ShutdownPhase.AFTER_ACTORS, "after", () -> logged(test, "after"));
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "first", () -> logged(test, "first"));
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "ask", () -> a.echo("still works"));
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "failing", () -> {
            throw new IllegalStateException("task");
        });
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "failed", () -> Promise.failed(new RuntimeException()));
        test.log.clear();
        test.close();

        assertThat(test.log).containsExactly("first", "a still works", "a stops", "after");
        assertThatThrownBy(() -> test.system.onClose(ShutdownPhase.AFTER_ACTORS, "late", Promise::done))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("task=late");
    }

    @Test
    void shouldGoOnWithTheShutdownWhenATaskHangs() {
        ActorSystem system = ActorSystem.builder()
                .name("hanging-task")
                .closeTimeout(Duration.ofMillis(200))
                .start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        a.echo("x").await(LONG);
        system.onClose(ShutdownPhase.BEFORE_ACTORS, "hangs", CompletablePromise::new);
        long start = System.nanoTime();
        system.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(threadsOf("hanging-task")).isEmpty();
    }

    @Test
    void shouldEndAsksAndCountTellsInFlight() throws InterruptedException {
        ActorSystem system = ActorSystem.builder()
                .name("in-flight")
                .dispatcher(Dispatchers.workStealing(WorkerConfig.of("in-flight", 2)))
                .start();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        a.tell(me -> {
            entered.countDown();
            uninterrupted(release);
        });
        entered.await();
        List<Promise<String>> asks = new ArrayList<>();
        int messages = 5_000; // more than one turn delivers
        for (int i = 0; i < messages; i++) {
            a.tell(me -> {});
            asks.add(a.echo("x"));
        }
        Thread closer = new Thread(system::close);
        closer.start();
        while (system.stop(a).isSettled()) {
            Thread.onSpinWait();
        }
        release.countDown();
        closer.join(60_000);

        assertThat(asks).allMatch(Promise::isSettled);
        long answered = asks.stream().filter(Promise::isFulfilled).count();
        assertThat(system.deadLetters(Reason.STOPPED)).isBetween(messages - answered - 1, messages - answered);
        assertThatThrownBy(() -> a.echo("late").await(LONG)).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldFailCallsOfAnActorThatDoesNotStopInTime() throws InterruptedException {
        ActorSystem system = ActorSystem.builder()
                .name("stuck")
                .closeTimeout(Duration.ofMillis(200))
                .start();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        a.tell(me -> {
            entered.countDown();
            uninterrupted(release);
        });
        entered.await();
        Promise<String> queued = a.echo("x");
        long start = System.nanoTime();
        system.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThatThrownBy(() -> queued.await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> a.echo("late").await(LONG)).isInstanceOf(ActorStoppedException.class);
        release.countDown();
    }

    @Test
    void shouldRunAllCallbacksOfOutsideThreadsThatAreDueAtTheEnd() throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        List<Promise<Integer>> children = new ArrayList<>();
        ActorSystem system = ActorSystem.start("callbacks");
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        CompletablePromise<Integer> gate = new CompletablePromise<>();
        CountDownLatch release = new CountDownLatch(1);
        Promise<Integer> ask = a.ask(me -> gate);
        ask.then(value -> uninterrupted(release));
        for (int i = 0; i < 10_000; i++) { // many turns of the executor
            children.add(ask.then(value -> ran.incrementAndGet()));
        }
        a.echo("x").await(LONG);
        gate.complete(1);
        Thread closer = new Thread(system::close);
        closer.start();
        while (threadsOf("callbacks").size() > 1 || closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait(); // until it waits for nothing but the callbacks
        }
        release.countDown();
        closer.join(60_000);

        assertThat(children).allMatch(Promise::isFulfilled);
        assertThat(ran).hasValue(10_000);
        assertThat(threadsOf("callbacks")).isEmpty();
        Promise<String> afterwards = a.echo("x").recover(failure -> "late");
        assertThatThrownBy(() -> afterwards.await(LONG)).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldNotWaitLongerThanItsTimeoutForHelpersAndCallbacksAndWorkers() throws InterruptedException {
        ActorSystem system = ActorSystem.builder()
                .name("slow-helpers")
                .closeTimeout(Duration.ofSeconds(1))
                .start();
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(2);
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        a.tell(me -> me.inside().blocking(() -> {
            entered.countDown();
            never.await();
            return 1;
        }));
        a.echo("x").then(value -> {
            entered.countDown();
            awaitUninterrupted(never);
        });
        entered.await();
        long start = System.nanoTime();
        system.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("one timeout for the three of them")
                .isLessThan(Duration.ofMillis(2_900));
        assertThat(threadsOf("slow-helpers")).isEmpty();
    }

    @Test
    void shouldRefuseActorsAndBeHarmlessWhenClosedTwice() {
        ManualSystem test = new ManualSystem();
        test.close();
        assertThatCode(test::close).doesNotThrowAnyException();

        assertThatThrownBy(() -> test.spawn("late"))
                .isInstanceOf(SpawnRefusedException.class)
                .hasMessageContaining("must not be closing");
        assertThat(test.system.actors()).isZero();
    }

    @Test
    void shouldCloseInOrderThoughTheThreadIsInterrupted() {
        ActorSystem system = ActorSystem.start("interrupted");
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        a.echo("x").await(LONG);
        Thread.currentThread().interrupt();
        system.close();

        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        assertThat(log).endsWith("a stops");
        assertThat(threadsOf("interrupted")).isEmpty();
    }

    @Test
    void shouldCloseInOrderThoughTheThreadIsInterruptedMeanwhile() {
        ActorSystem system = ActorSystem.start("interrupted-later");
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        Thread closing = Thread.currentThread();
        CompletablePromise<Void> done = new CompletablePromise<>();
        system.onClose(ShutdownPhase.BEFORE_ACTORS, "interrupts", () -> {
            a.tell(me -> {
                closing.interrupt();
                done.complete();
            });
            return done;
        });
        system.close();

        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        assertThat(log).endsWith("a stops");
    }

    @Test
    void shouldCloseWithLimitsBeyondWhatNanosecondsCanCount() {
        ActorSystem system = ActorSystem.builder()
                .name("patient")
                .closeTimeout(ChronoUnit.FOREVER.getDuration())
                .drainTimeout(ChronoUnit.FOREVER.getDuration())
                .start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        Promise<String> echo = a.echo("x");
        system.close();

        assertThat(echo.await(LONG)).isEqualTo("x");
        assertThat(log).endsWith("a stops");
        assertThat(threadsOf("patient")).isEmpty();
    }

    @Test
    void shouldAnswerACallThatNeedsOtherActorsWhenItDrains() {
        ActorSystem system =
                ActorSystem.builder().name("draining").drainTimeout(LONG).start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
        Scripted b = system.spawn(Scripted.class, () -> new Scripted(log), "b");
        Promise<String> answer = a.ask(me -> echoes(b, 1_000));
        system.close();

        assertThat(answer.await(LONG)).isEqualTo("x");
        assertThat(system.deadLetters()).isZero();
    }

    private static Promise<String> echoes(Scripted to, int count) {
        return to.echo("x").flatMap(word -> count == 1 ? Promise.of(word) : echoes(to, count - 1));
    }

    @Test
    void shouldGoOnWithTheShutdownWhenATaskThrowsAnErrorOrReturnsNothing() {
        ManualSystem test = new ManualSystem();
        test.spawn("a");
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "error", () -> {
            throw new AssertionError("task");
        });
        test.system.onClose(ShutdownPhase.BEFORE_ACTORS, "nothing", () -> null);
        test.close();

        assertThat(test.log).endsWith("a stops");
    }

    @Test
    void shouldRefuseATaskThatIsMissing() {
        try (ManualSystem test = new ManualSystem()) {
            assertThatThrownBy(() -> test.system.onClose(ShutdownPhase.DRAIN, "x", null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("task");
            assertThatThrownBy(() -> test.system.onClose(null, "x", Promise::done))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("phase");
        }
    }

    @Test
    void shouldRefuseToBeClosedInATurn() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Promise<Boolean> ask = a.ask(me -> {
                test.system.close();
                return Promise.of(true);
            });

            assertThatThrownBy(() -> test.result(ask)).hasMessageContaining("would wait for itself");
        }
    }

    @Test
    void shouldRefuseToBeClosedInATurnOfAnotherSystemThatMustNotBlock() {
        ActorSystem other = ActorSystem.start("other");
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Promise<Boolean> ask = a.ask(me -> {
                other.close();
                return Promise.of(true);
            });

            assertThatThrownBy(() -> test.result(ask)).hasMessageContaining("would block the worker");
        } finally {
            other.close();
        }
    }

    @Test
    void shouldLeaveNoThreadWhenItsSettingsAreWrong() {
        assertThatThrownBy(() -> ActorSystem.start("not a name")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ActorSystem.builder()
                        .name("wrong-settings")
                        .blocking(0, 1)
                        .start())
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(threadsOf("not a name")).isEmpty();
        assertThat(threadsOf("wrong-settings")).isEmpty();
    }

    @Test
    void shouldLeaveAnActorsOwnDispatcherToItsOwner() {
        Dispatcher own = Dispatchers.dedicated(WorkerConfig.of("own-dispatcher", 1));
        try (ActorSystem system = ActorSystem.start("owner")) {
            Scripted a = system.spawn(
                    Scripted.class,
                    () -> new Scripted(log),
                    ActorOptions.named("a").dispatcher(own));
            Promise<String> thread =
                    a.ask(me -> Promise.of(Thread.currentThread().getName()));
            assertThat(thread.await(LONG)).startsWith("own-dispatcher");
        }
        assertThat(threadsOf("own-dispatcher")).isNotEmpty();
        own.close();
        assertThat(threadsOf("own-dispatcher")).isEmpty();
    }

    private static Promise<Void> logged(ManualSystem test, String what) {
        test.log.add(what);
        return Promise.done();
    }

    private static List<String> threadsOf(String system) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith(system + "-"))
                .toList();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void uninterrupted(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }
}
