// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.PendingWork;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.EndReason;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an actor owes is settled once, at every kind of end. */
@Timeout(60)
class ObligationsTest {
    private final ManualSystem test = new ManualSystem();

    @AfterEach
    void close() {
        test.close();
    }

    // ---- answers -------------------------------------------------------------------------------------------------

    @Test
    void shouldFailOwedAnswersWhenTheActorStops() {
        assertOwedAnswerFails(Supervision.standard(), a -> test.system.stop(a), EndReason.STOPPED, null);
    }

    @Test
    void shouldFailOwedAnswersWhenTheActorStopsItself() {
        assertOwedAnswerFails(
                Supervision.standard(), a -> a.tell(me -> me.inside().stop()), EndReason.STOPPED, null);
    }

    @Test
    void shouldFailOwedAnswersWhenTheActorRestarts() {
        assertOwedAnswerFails(Supervision.standard(), a -> a.fail("broken"), EndReason.RESTARTED, "broken");
    }

    @Test
    void shouldFailOwedAnswersWhenTheActorFails() {
        assertOwedAnswerFails(Supervision.stop(), a -> a.fail("broken"), EndReason.FAILED, "broken");
    }

    @Test
    void shouldFailOwedAnswersAfterAnErrorOfTheMachine() {
        assertOwedAnswerFails(
                Supervision.resume(),
                a -> a.tell(me -> {
                    throw new InternalError("broken");
                }),
                EndReason.FAILED,
                "broken");
    }

    @Test
    void shouldFailOwedAnswersWhenTheSystemCloses() {
        assertOwedAnswerFails(Supervision.standard(), a -> test.system.close(), EndReason.SYSTEM_CLOSED, null);
    }

    @Test
    void shouldFailOwedAnswersOfAForwardedAsk() {
        Scripted far = test.spawn("far");
        CompletablePromise<String> never = new CompletablePromise<>();
        Scripted near = test.spawn("near");
        Promise<String> ask = near.ask(me -> far.ask(other -> never));
        test.runAll();
        test.result(test.system.stop(near));

        assertThat(stopped(ask).address()).isEqualTo("troupe://test/near");
        assertThat(stopped(ask).maybeExecuted()).isTrue();
    }

    @Test
    void shouldLetTheStopHookAnswerBeforeTheAnswersFail() {
        CompletablePromise<String> kept = new CompletablePromise<>();
        Scripted a = test.system.spawn(Scripted.class, () -> new Scripted(test.log) {
            @Override
            protected void onStop() {
                kept.complete("last words");
            }
        });
        Promise<String> ask = a.ask(me -> kept);
        test.runAll();
        test.result(test.system.stop(a));

        assertThat(test.result(ask)).isEqualTo("last words");
    }

    @Test
    void shouldNotSettleAnAnswerAgainThatWasGiven() {
        Scripted a = test.spawn("a");
        List<CompletablePromise<Integer>> kept = new ArrayList<>();
        List<Promise<Integer>> asks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            CompletablePromise<Integer> promise = new CompletablePromise<>();
            kept.add(promise);
            asks.add(a.ask(me -> promise));
        }
        test.runAll();
        for (int i = 0; i < 100; i += 2) {
            kept.get(i).complete(i);
        }
        test.result(test.system.stop(a));

        for (int i = 0; i < 100; i++) {
            if (i % 2 == 0) {
                assertThat(test.result(asks.get(i))).isEqualTo(i);
            } else {
                assertThat(stopped(asks.get(i)).reason()).isEqualTo(EndReason.STOPPED);
            }
        }
        assertThat(test.system.lateResults()).as("each once").isZero();
    }

    private void assertOwedAnswerFails(
            Supervision supervision, Consumer<Scripted> ending, EndReason reason, String cause) {
        Scripted a = test.spawn(ActorOptions.named("a").supervision(supervision));
        CompletablePromise<String> never = new CompletablePromise<>();
        Promise<String> direct = a.ask(me -> never);
        Promise<String> mapped = a.ask(me -> never.map(word -> word + "!"));
        test.runAll();
        assertThat(direct.isSettled()).isFalse();
        ending.accept(a);
        test.runAll();

        for (Promise<String> ask : List.of(direct, mapped)) {
            ActorStoppedException told = stopped(ask);
            assertThat(told.address()).isEqualTo("troupe://test/a");
            assertThat(told.reason()).isEqualTo(reason);
            assertThat(told.maybeExecuted()).isTrue();
            if (cause == null) {
                assertThat(told.getCause()).isNull();
            } else {
                assertThat(told.getCause()).hasMessage(cause);
            }
        }
    }

    private static ActorStoppedException stopped(Promise<?> ask) {
        Throwable failure = ask.result().orElseThrow().failure();
        assertThat(failure).isInstanceOf(ActorStoppedException.class);
        return (ActorStoppedException) failure;
    }

    // ---- ends without a turn -------------------------------------------------------------------------------------

    @Test
    void shouldSettleAllWhenTheDispatcherRefusesTheActor() {
        ClosableExecutor executor = new ClosableExecutor();
        Scripted parent = test.spawn("parent");
        AtomicReference<Scripted> child = new AtomicReference<>();
        parent.tell(me -> child.set(me.child(ActorOptions.named("child").dispatcher(Dispatchers.executor(executor)))));
        test.runAll();
        CompletablePromise<String> never = new CompletablePromise<>();
        Promise<String> owed = child.get().ask(me -> never);
        Promise<Terminated> end = test.system.watch(child.get());
        test.runAll();
        executor.shutdown();
        Promise<String> queued = child.get().echo("x");
        test.runAll();

        runUntilSettled(owed);
        runUntilSettled(queued);
        runUntilSettled(end);
        assertThat(stopped(owed).reason()).isEqualTo(EndReason.DISPATCHER_GONE);
        assertThat(stopped(owed).maybeExecuted()).isTrue();
        assertThat(stopped(queued).maybeExecuted()).isFalse();
        assertThat(test.result(end).reason()).isEqualTo(EndReason.DISPATCHER_GONE);
        Promise<Terminated> endOfParent = test.system.stop(parent);
        runUntilSettled(endOfParent);
        assertThat(test.result(endOfParent).reason()).as("knows of its child").isEqualTo(EndReason.STOPPED);
    }

    @Test
    void shouldSettleWhatAStuckActorOwesWhenTheSystemCloses() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        CompletablePromise<String> never = new CompletablePromise<>();
        Promise<String> owed;
        Promise<String> atWork;
        Promise<String> queued;
        try (ActorSystem system = ActorSystem.builder()
                .closeTimeout(Duration.ofMillis(50))
                .dispatcher(Dispatchers.dedicated(1))
                .start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()), "a");
            owed = a.ask(me -> never);
            atWork = a.ask(me -> {
                stuck.countDown();
                awaitStubbornly(free);
                return Promise.of("too late");
            });
            assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();
            queued = a.echo("x");
        } finally {
            free.countDown();
        }

        assertThat(stopped(owed).reason()).isEqualTo(EndReason.SYSTEM_CLOSED);
        assertThat(stopped(atWork).maybeExecuted()).isTrue();
        assertThat(stopped(queued).maybeExecuted()).isFalse();
    }

    /** Another thread may find out that the dispatcher is gone. */
    private void runUntilSettled(Promise<?> promise) {
        while (!promise.isSettled()) {
            test.runAll();
            Thread.onSpinWait();
        }
    }

    /** Runs tasks in the test's own steps, until it is shut down; it never terminates, so who watches its end sees none. */
    private final class ClosableExecutor extends AbstractExecutorService {
        private volatile boolean closed;

        @Override
        public void execute(Runnable task) {
            if (closed) {
                throw new RejectedExecutionException("closed");
            }
            test.manual.executor().execute(task);
        }

        @Override
        public void shutdown() {
            closed = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            closed = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return closed;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }

    private static void awaitStubbornly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // that is what makes it stubborn
            }
        }
    }

    // ---- sections ------------------------------------------------------------------------------------------------

    @Test
    void shouldFailTheSectionAtWorkAndThoseThatWait() {
        Scripted a = test.spawn("a");
        CompletablePromise<String> never = new CompletablePromise<>();
        List<Promise<String>> sections = new ArrayList<>();
        a.tell(me -> {
            sections.add(me.inside().serial("key", () -> never));
            sections.add(me.inside().serial("key", () -> never));
        });
        test.runAll();
        test.result(test.system.stop(a));

        assertThat(stopped(sections.get(0)).maybeExecuted()).isTrue();
        assertThat(stopped(sections.get(1)).maybeExecuted()).isFalse();
        never.complete("late");
        test.runAll();
        assertThat(test.letters)
                .as("the account is no continuation of the user's")
                .isEmpty();
    }

    @Test
    void shouldSayThatACallHasBegunThoughItsSectionHasNot() {
        Scripted stopping = test.spawn("stopping");
        Scripted restarting = test.spawn("restarting");
        CompletablePromise<String> never = new CompletablePromise<>();
        for (Scripted each : List.of(stopping, restarting)) {
            each.tell(me -> me.inside().serial("key", () -> never));
        }
        Promise<String> stopped = stopping.ask(me -> me.inside().serial("key", () -> never));
        Promise<String> mapped =
                stopping.ask(me -> me.inside().serial("key", () -> never).map(word -> word + "!"));
        Promise<String> restarted = restarting.ask(me -> me.inside().serial("key", () -> never));
        test.runAll();
        test.system.stop(stopping);
        restarting.fail("broken");
        test.runAll();

        assertThat(List.of(stopped(stopped), stopped(mapped), stopped(restarted)))
                .as("the method was called: to call it again may do something twice")
                .allMatch(ActorStoppedException::maybeExecuted);
    }

    // ---- watchers ------------------------------------------------------------------------------------------------

    @Test
    void shouldTellWatchersWhenTheNameIsFreeAgain() {
        Scripted a = test.spawn("a");
        List<Scripted> successors = new ArrayList<>();
        Scripted watcher = test.spawn("watcher");
        watcher.tell(me -> me.inside().watch(a).then(end -> successors.add(test.spawn("a"))));
        Promise<Scripted> fromOutside = test.system.watch(a).map(end -> {
            assertThat(test.system.find("a", Scripted.class)).isEmpty();
            return a;
        });
        test.runAll();
        test.result(test.system.stop(a));

        assertThat(test.result(fromOutside)).isSameAs(a);
        assertThat(successors).hasSize(1);
        assertThat(test.result(successors.get(0).echo("x"))).isEqualTo("x");
    }

    @Test
    void shouldLetAParentRespawnAChildUnderTheSameNameWhenItsEndIsTold() {
        Scripted parent = test.spawn("parent");
        List<Scripted> successors = new ArrayList<>();
        parent.tell(me -> {
            Scripted child = me.child("child");
            me.inside().watch(child).then(end -> successors.add(me.child("child")));
            child.tell(other -> other.inside().stop());
        });
        test.runAll();

        assertThat(successors).hasSize(1);
        assertThat(test.failures).isEmpty();
    }

    @Test
    void shouldLetACallerRespawnWhenItsQueuedCallFails() {
        Scripted a = test.spawn("a");
        test.runAll();
        test.system.stop(a);
        Promise<String> successor = a.echo("x").recover(failure -> {
            test.spawn("a");
            return "spawned";
        });

        assertThat(test.result(successor)).isEqualTo("spawned");
    }

    @Test
    void shouldForgetAWatchWhenItsWatcherStopsOrRestarts() {
        Scripted target = test.spawn("target");
        Scripted stopping = test.spawn("stopping");
        Scripted restarting = test.spawn(
                ActorOptions.named("restarting").supervision(Supervision.restart(10, Duration.ofMinutes(1))));
        List<Promise<Terminated>> watches = new ArrayList<>();
        stopping.tell(me -> watches.add(me.inside().watch(target).then(end -> me.log("told"))));
        restarting.tell(me -> watches.add(me.inside().watch(target).then(end -> me.log("told"))));
        test.runAll();
        test.result(test.system.stop(stopping));
        restarting.fail("broken");
        test.runAll();

        assertThat(watches).allMatch(Promise::isFailed);
        assertThat(test.letters).as("an ended watch is no dead letter").isEmpty();
        test.result(test.system.stop(target));
        assertThat(test.log).noneMatch(line -> line.endsWith("told"));
    }

    // ---- tasks ---------------------------------------------------------------------------------------------------

    @Test
    void shouldRunAcceptedTasksBeforeTheEndAndRefuseLaterOnes() {
        Scripted a = test.spawn("a");
        AtomicReference<Executor> view = new AtomicReference<>();
        a.tell(me -> view.set(me.inside().executor()));
        test.runAll();
        test.system.stop(a);
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> order(1), view.get());
        CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> order(2), view.get());
        test.runAll();

        assertThat(first).isCompletedWithValue(1);
        assertThat(second).isCompletedWithValue(2);
        assertThat(test.log).containsSubsequence("task 1", "task 2", "a stops");
        assertThatThrownBy(() -> view.get().execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("actor=troupe://test/a");
    }

    private int order(int number) {
        test.log.add("task " + number);
        return number;
    }

    @Test
    void shouldNotLoseTasksToAFullMailbox() {
        Scripted a = test.spawn(ActorOptions.named("a").mailbox(MailboxSpec.bounded(2, Overflow.DROP_OLDEST)));
        AtomicReference<Executor> view = new AtomicReference<>();
        a.tell(me -> view.set(me.inside().executor()));
        test.runAll();
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(CompletableFuture.supplyAsync(() -> number, view.get()));
            a.say("displaces");
        }
        test.runAll();

        assertThat(futures).allMatch(CompletableFuture::isDone);
        assertThat(test.system.deadLetters(Reason.DISPLACED)).isEqualTo(8);
    }

    @Test
    void shouldRunAcceptedTasksWhenTheDispatcherIsGone() {
        ClosableExecutor executor = new ClosableExecutor();
        Scripted a = test.spawn(ActorOptions.named("a").dispatcher(Dispatchers.executor(executor)));
        AtomicReference<Executor> view = new AtomicReference<>();
        a.tell(me -> view.set(me.inside().executor()));
        test.runAll();
        executor.shutdown();
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> order(1), view.get());
        runUntilSettled(Promise.from(future));

        assertThat(future).isCompletedWithValue(1);
    }

    // ---- the list of pending work --------------------------------------------------------------------------------

    @Test
    void shouldListWhatIsOwedAndStashedAndHeld() {
        Scripted full = test.spawn(ActorOptions.named("full").mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        CompletablePromise<String> gate = new CompletablePromise<>();
        full.tell(me -> me.inside().holdUntil(gate));
        Scripted a = test.spawn("a");
        a.ask(me -> gate);
        a.tell(me -> me.inside().stash());
        a.tell(me -> {
            for (int i = 0; i < 5; i++) {
                full.say("word");
            }
        });
        test.runAll();

        assertThat(test.system.pendingWork())
                .extracting(PendingWork::kind)
                .containsExactlyInAnyOrder(
                        PendingWork.Kind.UNSETTLED_ASK, PendingWork.Kind.STASHED_MESSAGE, PendingWork.Kind.HELD_SEND);
        gate.complete("x");
        a.tell(me -> {});
        test.runAll();
        assertThat(test.system.pendingWork())
                .extracting(PendingWork::kind)
                .containsExactly(PendingWork.Kind.STASHED_MESSAGE);
    }

    // ---- being found ---------------------------------------------------------------------------------------------

    @Test
    void shouldNotFindAnActorThatWasToldToStop() {
        Scripted a = test.spawn("a");
        assertThat(test.system.find("a", Scripted.class)).contains(a);
        test.system.stop(a);

        assertThat(test.system.find("a", Scripted.class)).isEmpty();
        assertThatThrownBy(() -> test.spawn("a"))
                .as("its name is taken until the end")
                .hasMessageContaining("name=a");
    }

    @Test
    void shouldAnswerAnActorThatIsFoundBeforeItHasStarted() throws Exception {
        try (ActorSystem system = ActorSystem.start("found")) {
            AtomicReference<Promise<String>> asked = new AtomicReference<>();
            Thread finder = new Thread(() -> {
                while (asked.get() == null) {
                    system.find("late", Scripted.class).ifPresent(found -> asked.set(found.echo("x")));
                }
            });
            finder.start();
            for (int i = 0; i < 100; i++) {
                system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()), "early-" + i);
            }
            system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()), "late");
            finder.join();

            assertThat(asked.get().await(ManualSystem.LONG)).isEqualTo("x");
        }
    }
}
