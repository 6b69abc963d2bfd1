// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Actors that owe answers, sections, tasks and news, and end by chance in every way: everything settles, once. */
class RandomLifeTest {
    private static final int STEPS = 300;
    private static final int ACTORS = 6;
    private static final int SEEDS = "fast".equals(System.getProperty("troupe.tests")) ? 25 : 100;

    /** An actor that owes whatever it is asked for. */
    public static class Debtor extends Actor<Debtor> {
        public Promise<Integer> owe(Promise<Integer> answer) {
            return answer.map(value -> value + 1);
        }

        public Promise<Integer> forward(Debtor other, Promise<Integer> answer) {
            return other.owe(answer);
        }

        public Promise<Integer> serial(Promise<Integer> answer) {
            return context().serial("key", () -> answer);
        }

        public Promise<Integer> later() {
            context().stash();
            return null;
        }

        public void unstash() {
            context().unstashAll();
        }

        public void watch(Debtor other) {
            context().watch(other);
        }

        public void hold(Promise<Integer> until) {
            context().holdUntil(until);
        }

        public Promise<Executor> view() {
            return Promise.of(context().executor());
        }

        public void child() {
            context().spawn(Debtor.class, Debtor::new).owe(new CompletablePromise<>());
        }

        public void fail() {
            throw new IllegalStateException("on purpose");
        }

        public void overflow() {
            deeper(1);
        }

        private static int deeper(int depth) {
            return depth < 0 ? depth : deeper(depth + 1) + 1;
        }

        public void end(boolean gently) {
            if (gently) {
                context().stopWhenIdle();
            } else {
                context().stop();
            }
        }
    }

    @Test
    void shouldSettleEverythingInEveryInterleaving() {
        for (int seed = 0; seed < SEEDS; seed++) {
            ManualDispatcher manual = Dispatchers.manual(seed);
            live(seed, manual, manual);
        }
    }

    @Test
    void shouldSettleEverythingOnSeveralThreads() {
        for (int seed = 0; seed < 20; seed++) {
            live(seed, Dispatchers.workStealing(2), null);
            live(seed, Dispatchers.threadPool(2), null);
        }
    }

    private static void live(int seed, Dispatcher dispatcher, ManualDispatcher manual) {
        Random random = new Random(seed);
        List<Promise<?>> promises = new ArrayList<>();
        List<CompletableFuture<?>> futures = new ArrayList<>();
        List<CompletablePromise<Integer>> answers = new ArrayList<>();
        Supervision[] supervisions = {
            Supervision.restart(3, Duration.ofMinutes(1)),
            Supervision.resume(),
            Supervision.stop(),
            Supervision.standard()
        };
        SystemBuilder builder = ActorSystem.builder()
                .name("life-" + seed)
                .dispatcher(dispatcher)
                .drainTimeout(Duration.ofMillis(random.nextInt(2)))
                .closeTimeout(Duration.ofSeconds(10));
        if (manual != null) {
            builder.helpers(manual.executor());
        }
        ActorSystem system = builder.start();
        Debtor[] actors = new Debtor[ACTORS];
        for (int step = 0; step < STEPS; step++) {
            int index = random.nextInt(ACTORS);
            if (actors[index] == null || ActorControl.of(actors[index]).isStopped()) {
                ActorOptions options = ActorOptions.defaults().supervision(supervisions[random.nextInt(4)]);
                actors[index] = system.spawn(Debtor.class, Debtor::new, options);
            }
            Debtor actor = actors[index];
            Debtor other = actors[random.nextInt(ACTORS)];
            CompletablePromise<Integer> answer = new CompletablePromise<>();
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3 -> promises.add(actor.owe(add(answers, answer)));
                case 4, 5 -> promises.add(actor.forward(other == null ? actor : other, add(answers, answer)));
                case 6, 7 -> promises.add(actor.serial(add(answers, answer)));
                case 8 -> promises.add(actor.later());
                case 9 -> actor.unstash();
                case 10 -> promises.add(system.watch(actor));
                case 11 -> actor.watch(other == null ? actor : other);
                case 12 -> actor.hold(add(answers, answer));
                case 13 -> actor.view().then(view -> task(view, futures));
                case 14 -> actor.child();
                case 15 -> actor.fail();
                case 16 -> actor.overflow();
                case 17 -> actor.end(random.nextBoolean());
                default -> settleSome(random, answers);
            }
            if (manual != null) {
                for (int turns = random.nextInt(6); turns > 0; turns--) {
                    manual.runNext();
                }
            }
        }
        system.close();
        if (manual != null) {
            manual.runAll();
        }

        assertThat(system.actors()).isZero();
        assertThat(system.pendingWork()).isEmpty();
        synchronized (futures) {
            assertThat(futures).allMatch(CompletableFuture::isDone);
        }
        for (Promise<?> promise : promises) {
            assertThat(promise.isSettled())
                    .as("seed=" + seed + ", promise=" + promise)
                    .isTrue();
            Throwable failure = promise.result().orElseThrow().failure();
            if (failure instanceof ActorStoppedException stopped) {
                assertThat(stopped.address()).startsWith("troupe://life-" + seed + "/");
            }
        }
    }

    private static CompletablePromise<Integer> add(
            List<CompletablePromise<Integer>> answers, CompletablePromise<Integer> answer) {
        answers.add(answer);
        return answer;
    }

    private static void task(Executor view, List<CompletableFuture<?>> futures) {
        synchronized (futures) {
            try {
                futures.add(CompletableFuture.supplyAsync(() -> 1, view));
            } catch (RejectedExecutionException e) {
                // told
            }
        }
    }

    private static void settleSome(Random random, List<CompletablePromise<Integer>> answers) {
        for (int i = 0; i < 3 && !answers.isEmpty(); i++) {
            answers.remove(random.nextInt(answers.size())).complete(i);
        }
    }
}
