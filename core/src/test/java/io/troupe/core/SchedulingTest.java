// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static io.troupe.core.ManualSystem.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.ActorContext;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SchedulingTest {
    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    void shouldUseOnlyTheThreadsOfTheDispatcherForAnyNumberOfActors() {
        try (ActorSystem system = system("bounded", 2)) {
            List<Promise<String>> names = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                Scripted a = system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
                names.add(a.ask(me -> Promise.of(Thread.currentThread().getName())));
            }
            Set<String> used = new HashSet<>(Promise.all(names).await(LONG));

            assertThat(used).isSubsetOf("bounded-worker-0", "bounded-worker-1");
            assertThat(threadsOf("bounded")).hasSizeLessThanOrEqualTo(5);
        }
    }

    @Test
    void shouldParkWhenIdleAndBeWokenByAMessage() {
        try (ActorSystem system = system("idle", 2)) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
            for (int round = 0; round < 5; round++) {
                while (!system.dispatcher().stats().stream().allMatch(worker -> worker.parked())) {
                    Thread.yield();
                }
                assertThat(a.echo("x").await(LONG)).isEqualTo("x");
            }
        }
    }

    @Test
    void shouldNotLetAFloodOfCallbacksStarveMessages() {
        try (ActorSystem system = system("flood", 1)) {
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
            AtomicInteger rounds = new AtomicInteger();
            CountDownLatch stop = new CountDownLatch(1);
            a.tell(me -> flood(rounds, stop));
            Promise<Integer> through = a.ask(me -> Promise.of(rounds.get()));

            assertThat(through.await(LONG)).as("the flood goes on for ever").isNotNegative();
            stop.countDown();
        }
    }

    private static void flood(AtomicInteger rounds, CountDownLatch stop) {
        if (stop.getCount() > 0) {
            rounds.incrementAndGet();
            Promise.of(1).then(value -> flood(rounds, stop));
        }
    }

    @Test
    void shouldGiveNeighboursOfASelfSenderTheirTurns() {
        try (ActorSystem system = system("hot", 1)) {
            Scripted hot = system.spawn(Scripted.class, () -> new Scripted(log), "hot");
            Scripted other = system.spawn(Scripted.class, () -> new Scripted(log), "other");
            CountDownLatch stop = new CountDownLatch(1);
            hot.tell(me -> sendToItself(me, stop));

            for (int i = 0; i < 100; i++) {
                assertThat(other.echo("x").await(LONG)).isEqualTo("x");
            }
            stop.countDown();
        }
    }

    private static void sendToItself(Scripted me, CountDownLatch stop) {
        if (stop.getCount() > 0) {
            me.me().tell(again -> sendToItself(again, stop));
        }
    }

    @Test
    void shouldKnowTheRightActorInEveryTurn() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            Scripted b = test.spawn("b");
            a.tell(me -> {
                log.add("message " + here());
                b.ask(other -> {
                            log.add("inner " + here());
                            return Promise.of(1);
                        })
                        .then(value -> log.add("continuation " + here()))
                        .flatMap(value -> b.echo("x"))
                        .then(value -> log.add("second " + here()));
                me.inside().executor().execute(() -> log.add("task " + here()));
                me.inside().after(Duration.ofSeconds(1), () -> log.add("timer " + here()));
                log.add("still " + here());
            });
            test.runAll();
            test.advance(Duration.ofSeconds(1));

            assertThat(log)
                    .containsExactlyInAnyOrder(
                            "message a", "still a", "inner b", "continuation a", "second a", "task a", "timer a");
        }
    }

    private static String here() {
        String address = ActorContext.current().address();
        return address.substring(address.lastIndexOf('/') + 1);
    }

    @Test
    void shouldStopAfterTheCurrentMessageThoughOthersWait() throws InterruptedException {
        try (ActorSystem system = system("self-stop", 1)) {
            CountDownLatch queued = new CountDownLatch(1);
            Scripted a = system.spawn(Scripted.class, () -> new Scripted(log), "a");
            a.tell(me -> {
                while (queued.getCount() > 0) {
                    Thread.onSpinWait();
                }
                me.inside().stop();
            });
            for (int i = 0; i < 10; i++) {
                a.say("must not be delivered");
            }
            queued.countDown();
            system.watch(a).await(LONG);

            assertThat(log).containsExactly("a made", "a starts", "a stops");
            assertThat(system.deadLetters()).isEqualTo(10);
        }
    }

    @Test
    void shouldKeepTheOrderOfAMailboxAcrossRestartsOnRealThreads() {
        try (ActorSystem system = system("order", 2)) {
            Scripted a = system.spawn(
                    Scripted.class,
                    () -> new Scripted(new ArrayList<>()),
                    ActorOptions.named("a").supervision(Supervision.restart(Integer.MAX_VALUE, LONG)));
            List<Integer> seen = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                int number = i;
                a.tell(me -> {
                    seen.add(number);
                    if (number % 100 == 99) {
                        throw new IllegalStateException("restart");
                    }
                });
            }
            a.echo("all delivered").await(LONG);

            assertThat(seen).hasSize(10_000).isSorted();
            assertThat(system.deadLetters()).isZero();
        }
    }

    @Test
    void shouldSpendNoMoreOnAMessageWhenManyActorsAreIdle() {
        try (ManualSystem test = new ManualSystem()) {
            Scripted a = test.spawn("a");
            for (int i = 0; i < 10_000; i++) {
                test.system.spawn(Scripted.class, () -> new Scripted(new ArrayList<>()));
            }
            test.runAll();
            long before = test.manual.steps();
            a.echo("x");
            test.runAll();

            assertThat(test.manual.steps() - before).isEqualTo(1);
        }
    }

    private static ActorSystem system(String name, int workers) {
        return ActorSystem.builder()
                .name(name)
                .dispatcher(Dispatchers.workStealing(WorkerConfig.of(name, workers)))
                .start();
    }

    private static List<String> threadsOf(String system) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(system + "-"))
                .toList();
    }
}
