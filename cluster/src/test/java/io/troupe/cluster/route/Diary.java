// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An actor whose pages survive it, as if it had a store. */
public class Diary extends Actor<Diary> {
    static final Map<String, List<Integer>> PAGES = new ConcurrentHashMap<>();

    private static final Map<String, Barrier> BARRIERS = new ConcurrentHashMap<>();

    private final long member;
    private final String key;

    Diary(long member, String key) {
        this.member = member;
        this.key = key;
    }

    private List<Integer> pages() {
        return PAGES.computeIfAbsent(key, any -> new ArrayList<>());
    }

    public void note(int n) {
        List<Integer> pages = pages();
        synchronized (pages) {
            pages.add(n);
        }
    }

    public Promise<Integer> add(int n) {
        note(n);
        return Promise.of(n);
    }

    public Promise<List<Integer>> read() {
        List<Integer> pages = pages();
        synchronized (pages) {
            return Promise.of(List.copyOf(pages));
        }
    }

    public Promise<Long> where() {
        return Promise.of(member);
    }

    /** Holds the actor's turn until the test lets it go. */
    static final class Barrier {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch left = new CountDownLatch(1);

        void awaitEntered() throws InterruptedException {
            assertThat(entered.await(Member.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }

        void leave() {
            left.countDown();
        }
    }

    static Barrier barrier(String key) {
        return BARRIERS.computeIfAbsent(key, any -> new Barrier());
    }

    public Promise<Long> stand() throws InterruptedException {
        Barrier barrier = barrier(key);
        barrier.entered.countDown();
        assertThat(barrier.left.await(Member.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return Promise.of(member);
    }

    /** Is never answered. */
    public Promise<Integer> ponder() {
        return new CompletablePromise<>();
    }

    public Promise<Integer> after(Promise<Integer> promise) {
        return promise;
    }

    public Promise<Integer> fenced() {
        throw new FencedException("a writer must own its shard: epoch=7");
    }

    public Promise<Integer> unavailable(boolean maybeExecuted) {
        throw new StoreUnavailableException("the store must answer: waited=2s", maybeExecuted, null);
    }
}
