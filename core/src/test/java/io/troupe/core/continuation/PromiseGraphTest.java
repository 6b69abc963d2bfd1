// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random graphs of promises against a model that is settled one step at a time: each continuation runs once, with the
 * outcome of the model, and those of one promise and one executor run in the order of their registration. Registrations come
 * before, after and in the middle of settling.
 */
class PromiseGraphTest {
    private static final int GRAPHS = 400;
    private static final int STEPS = 120;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldRunEachContinuationOnceInOrderWithTheOutcomeOfTheModel(long seed) {
        for (int graph = 0; graph < GRAPHS; graph++) {
            new Graph(seed * 1_000_003 + graph).run();
        }
    }

    private static final class Graph {
        private final long seed;
        private final Random random;
        private final List<TurnStub> executors = List.of(new TurnStub(), new TurnStub(), new TurnStub());
        private final List<Node> nodes = new ArrayList<>();
        private int registered;
        private int ran;

        Graph(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            nodes.add(new Node());
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(10)) {
                    case 0 -> nodes.add(new Node());
                    case 1 -> follow();
                    case 2 -> combine();
                    case 3 -> any().settle();
                    case 4 -> executors.get(random.nextInt(executors.size())).runAll();
                    case 5 -> registerWhileSettling(any());
                    default -> register(any());
                }
            }
            new ArrayList<>(nodes).forEach(Node::settle);
            for (int round = 0; round < 50; round++) {
                executors.forEach(TurnStub::runAll);
            }
            executors.forEach(executor ->
                    assertThat(executor.failures).as("seed %d", seed).isEmpty());
            assertThat(ran).as("continuations that ran, seed %d", seed).isEqualTo(registered);
        }

        private Node any() {
            return nodes.get(random.nextInt(nodes.size()));
        }

        /** A promise that settles like an earlier one. */
        private void follow() {
            Node source = any();
            Node follower = new Node(List.of(source));
            follower.promise.completeLike(source.promise);
            nodes.add(follower);
        }

        /** A promise of two earlier ones, which may be the same. */
        private void combine() {
            Node first = any();
            Node second = any();
            Node whole = new Node(List.of(first, second));
            whole.promise.completeLike(executors.get(0).turnFor(() -> Promise.all(first.promise, second.promise)
                    .map(values -> values.get(1))));
            nodes.add(whole);
        }

        private void register(Node node) {
            TurnStub executor = executors.get(random.nextInt(executors.size()));
            executor.turn(() -> node.register(executor));
        }

        /** Registers on the settling thread, between two listeners that are told. */
        private void registerWhileSettling(Node node) {
            new Observer<Integer>() {
                @Override
                protected void onValue(@Nullable Integer value) {
                    register(node);
                }

                @Override
                protected void onFailure(Throwable cause) {
                    register(node);
                }
            }.observe(node.promise);
        }

        private final class Node {
            private final CompletablePromise<Integer> promise = new CompletablePromise<>();
            private final boolean isSource;

            /** The model: the value, or -1 for a failure. */
            private final int value;

            private final Map<TurnStub, Integer> lastRegistered = new HashMap<>();
            private final Map<TurnStub, Integer> lastRun = new HashMap<>();

            Node() {
                isSource = true;
                value = Math.max(-1, random.nextInt(1_000) - 200);
            }

            Node(List<Node> parts) {
                isSource = false;
                value = parts.stream().anyMatch(part -> part.value < 0) ? -1 : parts.get(parts.size() - 1).value;
            }

            void settle() {
                if (!isSource) {
                    return;
                }
                if (value < 0) {
                    promise.fail(new IllegalStateException("of the model"));
                } else {
                    promise.complete(value);
                }
            }

            void register(TurnStub executor) {
                int number = lastRegistered.merge(executor, 1, Integer::sum);
                registered++;
                promise.onComplete((outcome, failure) -> {
                            ran++;
                            assertThat(lastRun.merge(executor, 1, Integer::sum))
                                    .as("order, seed %d", seed)
                                    .isEqualTo(number);
                            assertThat(outcome == null ? -1 : outcome)
                                    .as("seed %d", seed)
                                    .isEqualTo(value);
                        })
                        .onError(failure -> {
                            if (failure instanceof AssertionError error) {
                                throw error;
                            }
                        });
            }
        }
    }
}
