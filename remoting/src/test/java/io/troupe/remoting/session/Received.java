// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A callback that takes items on the thread that brings them, and stops that thread while it is frozen: a link whose loop it stops
 * does not read any more. What is said about waiting items is the test's.
 */
final class Received<T> implements Callback<T> {
    /** Guarded by itself. */
    private final List<T> items = new ArrayList<>();

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final CompletablePromise<Void> ended = new CompletablePromise<>();
    private final boolean keeping;
    private final Consumer<T> noting;
    /** Open when it is thawed; null: it is not frozen. */
    private volatile @Nullable CountDownLatch ice;

    private volatile Runnable beforeFailing = () -> {};
    private volatile Runnable beforeEnding = () -> {};
    private volatile Runnable beforeWatching = () -> {};
    private volatile @Nullable T last;

    private Received(boolean keeping, Consumer<T> noting) {
        this.keeping = keeping;
        this.noting = noting;
    }

    static <T> Received<T> all() {
        return new Received<>(true, item -> {});
    }

    /** Keeps all, and tells about each on the thread that brings it. */
    static <T> Received<T> noting(Consumer<T> noting) {
        return new Received<>(true, noting);
    }

    /** Keeps only how many came, and the last. */
    static <T> Received<T> counted() {
        return new Received<>(false, item -> {});
    }

    @Override
    public void item(@Nullable T value) {
        awaitThaw();
        if (keeping && value != null) {
            synchronized (items) {
                items.add(value);
            }
            noting.accept(value);
        }
        last = value;
        count.incrementAndGet();
    }

    @Override
    public void end() {
        beforeEnding.run();
        ended.complete();
    }

    @Override
    public void fail(Throwable cause) {
        beforeFailing.run();
        ended.fail(cause);
    }

    @Override
    public boolean isEnded() {
        return ended.isSettled();
    }

    @Override
    public Promise<Void> ended() {
        beforeWatching.run();
        return ended;
    }

    @Override
    public int waiting() {
        return waiting.get();
    }

    void waiting(int items) {
        waiting.set(items);
    }

    /** Runs this on the thread that brings the failure. */
    void beforeFailing(Runnable action) {
        beforeFailing = action;
    }

    /** Runs this on the thread that brings the end. */
    void beforeEnding(Runnable action) {
        beforeEnding = action;
    }

    /** Runs this on the thread that asks for the promise of the end. */
    void beforeWatching(Runnable action) {
        beforeWatching = action;
    }

    /** By one thread. */
    void freeze(boolean on) {
        CountDownLatch before = ice;
        ice = on ? new CountDownLatch(1) : null;
        if (before != null) {
            before.countDown();
        }
    }

    private void awaitThaw() {
        try {
            for (CountDownLatch now = ice; now != null; now = ice) {
                now.await();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("a frozen receiver must not be interrupted", e);
        }
    }

    int count() {
        return count.get();
    }

    List<T> items() {
        synchronized (items) {
            return List.copyOf(items);
        }
    }

    @Nullable
    T last() {
        return last;
    }

    /** The sum of the items, for callbacks of gaps. */
    static long sum(Received<Long> gaps) {
        AtomicLong sum = new AtomicLong();
        gaps.items().forEach(sum::addAndGet);
        return sum.get();
    }
}
