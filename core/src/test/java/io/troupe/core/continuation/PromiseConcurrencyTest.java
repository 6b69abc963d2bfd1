// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PromiseConcurrencyTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int THREADS = 4;
    private static final int ROUNDS = 1_000;

    @Test
    void shouldSettleOnceWhenManyThreadsTry() throws InterruptedException {
        List<CompletablePromise<Integer>> promises = promises();
        AtomicIntegerArray winners = new AtomicIntegerArray(ROUNDS);
        AtomicIntegerArray winner = new AtomicIntegerArray(ROUNDS);
        inParallel((thread, round) -> {
            if (promises.get(round).complete(thread)) {
                winners.incrementAndGet(round);
                winner.set(round, thread);
            }
        });

        for (int i = 0; i < ROUNDS; i++) {
            assertThat(winners.get(i)).as("round %d", i).isEqualTo(1);
            assertThat(promises.get(i).await(LONG)).as("round %d", i).isEqualTo(winner.get(i));
        }
    }

    @Test
    void shouldTellEveryListenerOnceWhenThreadsRegisterAndSettleAtOnce() throws InterruptedException {
        List<CompletablePromise<Integer>> promises = promises();
        AtomicInteger heard = new AtomicInteger();
        List<List<Promise<Integer>>> children = IntStream.range(0, THREADS)
                .<List<Promise<Integer>>>mapToObj(i -> new ArrayList<>())
                .toList();
        inParallel((thread, round) -> {
            CompletablePromise<Integer> promise = promises.get(round);
            if (round % THREADS == thread) {
                promise.complete(round);
            }
            children.get(thread).add(promise.then(value -> heard.incrementAndGet()));
        });

        for (List<Promise<Integer>> ofThread : children) {
            assertThat(Promise.all(ofThread).await(LONG))
                    .containsExactlyElementsOf(
                            IntStream.range(0, ROUNDS).boxed().toList());
        }
        assertThat(heard).hasValue(THREADS * ROUNDS);
    }

    @Test
    void shouldFollowConsistentlyWhenSettledFromManySides() throws InterruptedException {
        List<CompletablePromise<Integer>> sources = promises();
        List<CompletablePromise<Integer>> followers = promises();
        inParallel((thread, round) -> {
            switch (thread) {
                case 0 -> followers.get(round).completeLike(sources.get(round));
                case 1 -> sources.get(round).complete(1);
                case 2 -> followers.get(round).cancel();
                default -> followers.get(round).completeLike(sources.get(round));
            }
        });

        for (CompletablePromise<Integer> follower : followers) {
            assertThat(follower.isSettled()).isTrue();
        }
    }

    @Test
    void shouldCombineExactlyWhenPartsSettleAtOnce() throws InterruptedException {
        List<List<CompletablePromise<Integer>>> parts =
                IntStream.range(0, THREADS).mapToObj(i -> promises()).toList();
        List<Promise<List<Integer>>> all = new ArrayList<>();
        List<Promise<Integer>> races = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            int at = round;
            List<CompletablePromise<Integer>> own =
                    parts.stream().map(list -> list.get(at)).toList();
            all.add(Promise.all(own));
            races.add(Promise.race(own));
        }
        inParallel((thread, round) -> parts.get(thread).get(round).complete(thread));

        assertThat(all).allSatisfy(combined -> assertThat(combined.await(LONG)).containsExactly(0, 1, 2, 3));
        assertThat(races).allSatisfy(race -> assertThat(race.await(LONG)).isBetween(0, 3));
    }

    @Test
    void shouldSettleAChainWhoseMiddleIsPassedOverWhileItIsUsed() throws InterruptedException {
        List<CompletablePromise<Integer>> sources = promises();
        List<CompletablePromise<Integer>> middles = promises();
        List<CompletablePromise<Integer>> wholes = promises();
        for (int round = 0; round < ROUNDS; round++) {
            wholes.get(round).completeLike(middles.get(round)); // its only listener: the middle may be passed over
        }
        List<Promise<Integer>> children = new ArrayList<>();
        inParallel((thread, round) -> {
            switch (thread) {
                case 0 -> middles.get(round).completeLike(sources.get(round));
                case 1 -> sources.get(round).complete(round);
                case 2 -> children.add(middles.get(round).map(value -> value));
                default -> {
                    if (round % 2 == 0) {
                        middles.get(round).cancel();
                    }
                }
            }
        });

        List<Settled<Integer>> ends = Promise.allSettled(children).await(LONG);
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(wholes.get(round).isSettled()).as("round %d", round).isTrue();
            assertThat(middles.get(round).isSettled()).as("round %d", round).isTrue();
            assertThat(ends.get(round).isFulfilled())
                    .as("round %d", round)
                    .isEqualTo(middles.get(round).isFulfilled());
            assertThat(middles.get(round).isFulfilled() || round % 2 == 0).isTrue();
        }
    }

    private interface Work {
        void run(int thread, int round);
    }

    private static List<CompletablePromise<Integer>> promises() {
        return IntStream.range(0, ROUNDS)
                .mapToObj(i -> new CompletablePromise<Integer>())
                .toList();
    }

    private static void inParallel(Work work) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            threads.add(new Thread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    meet(barrier);
                    work.run(thread, round);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join(60_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
