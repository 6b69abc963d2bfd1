// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** What has settled is not kept by a timer or by a part that has not. */
class PromiseMemoryTest {
    private static final int COUNT = 1_000;

    @Test
    void shouldNotKeepASettledPromiseOfNoSystemForItsTimeout() {
        assertThat(kept(() -> {
                    CompletablePromise<Integer> part = new CompletablePromise<>();
                    Promise<?> all = Promise.all(part).timeout(Duration.ofMinutes(1));
                    part.complete(1);
                    return all;
                }))
                .isZero();
    }

    @Test
    void shouldNotKeepASettledCombinationForAPartThatNeverSettles() {
        CompletablePromise<Integer> never = new CompletablePromise<>();
        Promise<Integer> failed = Promise.failed(new IllegalStateException("x"));
        assertThat(kept(() -> Promise.race(never, Promise.of(1)))).isZero();
        assertThat(kept(() -> Promise.any(never, Promise.of(1)))).isZero();
        assertThat(kept(() -> Promise.all(never, failed))).isZero();
        assertThat(never.isSettled()).isFalse();
    }

    @Test
    void shouldTellACombinationWhosePartSettlesAfterAnotherCombinationHasGone() {
        CompletablePromise<Integer> part = new CompletablePromise<>();
        Promise<Integer> gone = Promise.race(part, Promise.of(1));
        Promise<Integer> waits = Promise.race(part, new CompletablePromise<>());
        Promise<List<Integer>> twice = Promise.all(part, part);
        part.complete(2);

        assertThat(gone.await(Duration.ofSeconds(10))).isOne();
        assertThat(waits.await(Duration.ofSeconds(10))).isEqualTo(2);
        assertThat(twice.await(Duration.ofSeconds(10))).containsExactly(2, 2);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void shouldNotKeepTheClassLoaderOfTheThreadThatRegistersAContinuation() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        ClassLoader application = new URLClassLoader(new URL[0], before);
        thread.setContextClassLoader(application);
        try {
            assertThat(Promise.of(1)
                            .map(one -> Thread.currentThread().getContextClassLoader())
                            .await(Duration.ofSeconds(10)))
                    .isNotSameAs(application);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static long kept(Supplier<Promise<?>> made) {
        List<WeakReference<Promise<?>>> all = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            all.add(new WeakReference<>(made.get()));
        }
        long alive = COUNT;
        for (int i = 0; i < 50 && alive > 0; i++) {
            System.gc();
            alive = all.stream().filter(promise -> promise.get() != null).count();
        }
        return alive;
    }
}
