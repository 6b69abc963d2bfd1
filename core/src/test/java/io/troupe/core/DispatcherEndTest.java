// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of actors whose dispatcher refuses their turns, closes or is gone. */
class DispatcherEndTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final ActorSystem system = ActorSystem.start("ends");

    @AfterEach
    void close() {
        system.close();
    }

    static Stream<Dispatcher> dispatchers() {
        return Stream.of(
                Dispatchers.dedicated(1),
                Dispatchers.workStealing(2),
                Dispatchers.adaptive(2),
                Dispatchers.threadPool(1),
                Dispatchers.executor(Executors.newFixedThreadPool(1)));
    }

    private Scripted spawnOn(Dispatcher dispatcher, String name) {
        return system.spawn(
                Scripted.class,
                () -> new Scripted(log),
                ActorOptions.named(name).dispatcher(dispatcher));
    }

    @ParameterizedTest
    @MethodSource("dispatchers")
    void shouldTellEverybodyWhenTheOwnerOfADispatcherHasClosedIt(Dispatcher dispatcher) throws Exception {
        Scripted idle = spawnOn(dispatcher, "idle");
        Scripted child = idle.ask(me -> {
                    Scripted made = me.child("child");
                    return made.echo("made").map(ignored -> made);
                })
                .await(LONG);
        Promise<Terminated> watched = system.watch(idle);
        Promise<Terminated> watchedChild = system.watch(child);
        idle.echo("x").await(LONG);
        dispatcher.close(LONG);
        assertThat(watched.await(LONG).cause()).isInstanceOf(RejectedExecutionException.class);
        watchedChild.await(LONG);
        assertThatThrownBy(() -> idle.echo("late").await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> child.echo("late").await(LONG)).isInstanceOf(ActorStoppedException.class);
        Scripted unborn = spawnOn(dispatcher, "unborn");
        assertThatThrownBy(() -> unborn.echo("never").await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThat(system.find("idle", Scripted.class)).isEmpty();
    }

    @Test
    void shouldTellCallersWhoseTurnsWereThrownAwayWithTheExecutor() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Scripted busy = spawnOn(Dispatchers.executor(pool), "busy");
        busy.tell(me -> {
            entered.countDown();
            awaitQuietly(leave);
        });
        entered.await();
        Scripted queued = spawnOn(Dispatchers.executor(pool), "queued");
        Promise<String> call = queued.echo("never");
        pool.shutdown();
        pool.shutdownNow();
        leave.countDown();
        assertThatThrownBy(() -> call.await(LONG)).isInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> busy.echo("never").await(LONG)).isInstanceOf(ActorStoppedException.class);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        boolean waiting = true;
        while (waiting) {
            try {
                latch.await();
                waiting = false;
            } catch (InterruptedException e) {
                // the executor's end is not the test's
            }
        }
    }

    @Test
    void shouldKeepAnActorWhoseExecutorRefusesATurnForTheMoment() {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        AtomicInteger refusals = new AtomicInteger();
        Executor moody = task -> {
            if (refusals.incrementAndGet() % 3 == 0) {
                throw new RejectedExecutionException("on purpose");
            }
            pool.execute(task);
        };
        Scripted actor = spawnOn(Dispatchers.executor(moody), "actor");
        for (int i = 1; i <= 20; i++) {
            assertThat(actor.count().await(LONG)).isEqualTo(i);
        }
        system.stop(actor).await(LONG);
        pool.shutdown();
    }

    @Test
    void shouldNotEndAnActorOfALivingDispatcherWhileItsTurnRuns() throws Exception {
        Dispatcher own = Dispatchers.dedicated(1);
        ActorSystem shortLived = ActorSystem.builder()
                .name("short")
                .closeTimeout(Duration.ofMillis(50))
                .start();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
        Scripted actor = shortLived.spawn(
                Scripted.class,
                () -> new Scripted(log),
                ActorOptions.named("actor").dispatcher(own));
        Promise<Terminated> watched = shortLived.watch(actor);
        actor.echo("begun").await(LONG);
        actor.tell(me -> {
            entered.countDown();
            awaitQuietly(leave);
            order.add("left");
        });
        entered.await();
        shortLived.close();
        assertThat(watched.isSettled()).isFalse();
        leave.countDown();
        own.close(LONG);
        assertThat(order).containsExactly("left");
        assertThatThrownBy(() -> actor.echo("late").await(LONG)).isInstanceOf(ActorStoppedException.class);
    }
}
