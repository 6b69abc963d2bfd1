// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.ActorContext;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingTest {
    @Test
    void shouldBoundTheThreadsForBlockingWorkAndNameThem() {
        AtomicInteger atWork = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Set<String> names = ConcurrentHashMap.newKeySet();
        try (ActorSystem system =
                ActorSystem.builder().name("bound").blocking(3, 100).start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            List<Promise<Integer>> all = IntStream.range(0, 50)
                    .mapToObj(i -> a.<Integer>ask(me -> me.inside().blocking(() -> {
                        most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
                        names.add(Thread.currentThread().getName());
                        Thread.yield();
                        atWork.decrementAndGet();
                        return i;
                    })))
                    .toList();

            assertThat(Promise.all(all).await(LONG)).hasSize(50);
        }
        assertThat(most).hasValueLessThanOrEqualTo(3);
        assertThat(names).allMatch(name -> name.startsWith("bound-blocking-"));
    }

    @Test
    void shouldRefuseBlockingWorkThatPilesUp() {
        CountDownLatch release = new CountDownLatch(1);
        try (ActorSystem system =
                ActorSystem.builder().name("pile").blocking(1, 2).start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            List<Promise<Boolean>> all = IntStream.range(0, 4)
                    .mapToObj(i -> a.<Boolean>ask(me -> me.inside().blocking(() -> {
                        release.await();
                        return true;
                    })))
                    .toList();

            assertThatThrownBy(() -> all.get(3).await(LONG))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("pool=default, threads=1, queue=2");
            release.countDown();
            assertThat(Promise.all(all.subList(0, 3)).await(LONG)).containsOnly(true);
        }
    }

    @Test
    void shouldRefuseToCloseTheSystemInItsOwnBlockingWork() {
        try (ActorSystem other = ActorSystem.start("other");
                ActorSystem system = ActorSystem.start("own")) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            Promise<Boolean> work = a.ask(me -> me.inside().blocking(() -> {
                closed(other); // would not wait for this thread
                return closed(system);
            }));

            assertThatThrownBy(() -> work.await(LONG))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("close must not be called in blocking work of the system, it would wait for itself:"
                            + " system=own; let another thread close the system");
        }
    }

    private static boolean closed(ActorSystem system) {
        system.close();
        return true;
    }

    @Test
    void shouldKeepAFullPoolFromDelayingAnother() {
        CountDownLatch release = new CountDownLatch(1);
        try (ActorSystem system = ActorSystem.builder()
                .name("bulkhead")
                .blocking("db", 1, 1)
                .blocking("mail", 1, 1)
                .start()) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            Callable<Boolean> waiting = () -> {
                release.await();
                return true;
            };
            List<Promise<Boolean>> db = IntStream.range(0, 3)
                    .mapToObj(i -> a.<Boolean>ask(me -> me.inside().blocking("db", waiting)))
                    .toList();

            assertThatThrownBy(() -> db.get(2).await(LONG))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessage(
                            "blocking work must not pile up: pool=db, threads=1, queue=1; give the pool more room or ask"
                                    + " it for less");
            Callable<String> name = () -> Thread.currentThread().getName();
            assertThat(a.<String>ask(me -> me.inside().blocking("mail", name)).await(LONG))
                    .startsWith("bulkhead-blocking-mail-");
            assertThat(a.<String>ask(me -> me.inside().blocking(name)).await(LONG))
                    .startsWith("bulkhead-blocking-");
            release.countDown();
            assertThat(Promise.all(db.subList(0, 2)).await(LONG)).containsOnly(true);
        }
    }

    @Test
    void shouldRefuseWorkForAPoolThatDoesNotExist() {
        try (ManualSystem test = new ManualSystem(builder -> builder.blocking("db", 1, 1))) {
            Scripted a = test.spawn("a");
            Promise<Integer> ask = a.ask(me -> me.inside().blocking("dB", () -> 1));

            assertThatThrownBy(() -> test.result(ask))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a blocking pool must be one of the system's: pool=dB, pools=[default, db]; add"
                            + " SystemBuilder.blocking(\"dB\", threads, queue)");
        }
    }

    @Test
    void shouldRefusePoolsWithoutRoomOrName() {
        assertThatThrownBy(() -> ActorSystem.builder().blocking("db", 0, 1)).hasMessageContaining("threads=0, pool=db");
        assertThatThrownBy(() -> ActorSystem.builder().blocking("db", 1, 0)).hasMessageContaining("queue=0, pool=db");
        assertThatThrownBy(() -> ActorSystem.builder().blocking("", 1, 1)).hasMessageContaining("pool name");
    }

    @Test
    void shouldBringTheResultOfBlockingWorkIntoATurnOfTheActor() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Promise<String> whole = a.ask(me -> me.inside()
                    .<String>blocking(() -> {
                        assertThatThrownBy(ActorContext::current).isInstanceOf(IllegalStateException.class);
                        return "work";
                    })
                    .map(value -> value + " in " + ActorContext.current().address()));

            assertThat(test.result(whole)).isEqualTo("work in troupe://test/a");
        }
    }

    @Test
    void shouldFailWithWhatBlockingWorkThrows() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Promise<String> ask = a.ask(me -> me.inside().blocking(() -> {
                throw new IOException("disk");
            }));

            assertThatThrownBy(() -> test.result(ask)).hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldFailBlockingWorkThatDidNotBeginBeforeTheSystemClosed() {
        CountDownLatch never = new CountDownLatch(1);
        CompletablePromise<Void> begun = new CompletablePromise<>();
        ActorSystem system = ActorSystem.builder()
                .name("queued")
                .blocking(1, 10)
                .closeTimeout(java.time.Duration.ofMillis(100))
                .start();
        Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
        List<Promise<Boolean>> work = new ArrayList<>();
        a.tell(me -> {
            work.add(me.inside().blocking(() -> {
                begun.complete();
                never.await();
                return true;
            }));
            work.add(me.inside().blocking(() -> true));
        });
        Promise<Boolean> owed = a.ask(me -> work.get(1));
        begun.await(LONG);
        a.echo("all have begun").await(LONG);
        system.stop(a).await(LONG); // closing does that, too, but gives up after its timeout on a busy machine
        system.close();

        assertThatThrownBy(() -> work.get(0).await(LONG)).hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> work.get(1).await(LONG)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> owed.await(LONG))
                .as("its actor ended before")
                .isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldRunTasksOfTheExecutorViewInTurnsOfTheActor() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            List<String> log = new ArrayList<>();
            List<Executor> view = new ArrayList<>();
            a.tell(me -> view.add(me.inside().executor()));
            test.runAll();
            view.get(0).execute(() -> log.add(ActorContext.current().address()));
            assertThat(log).isEmpty();
            test.runAll();
            view.get(0).execute(() -> {
                throw new IllegalStateException("task");
            });
            test.runAll();

            assertThat(log).containsExactly("troupe://test/a");
            assertThat(test.failures).containsExactly("a task RESTART");
        }
    }

    @Test
    void shouldRefuseATaskForAStoppedActor() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            List<Executor> view = new ArrayList<>();
            a.tell(me -> view.add(me.inside().executor()));
            test.runAll();
            test.result(test.system.stop(a));

            assertThatThrownBy(() -> view.get(0).execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        }
    }
}
