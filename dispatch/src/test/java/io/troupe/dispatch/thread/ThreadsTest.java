// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ThreadsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldInterruptAtOnceWhenThereIsNoTime(long seconds) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Thread waiting = waiting(never);
        assertThat(Threads.join(List.of(waiting), Duration.ofSeconds(seconds))).isFalse();
        waiting.join();
    }

    @Test
    void shouldWaitHoweverMuchTimeThereIs() {
        CountDownLatch soon = new CountDownLatch(1);
        Thread waiting = waiting(soon);
        soon.countDown();
        assertThat(Threads.join(List.of(waiting), Duration.ofSeconds(Long.MAX_VALUE)))
                .isTrue();
    }

    private static Thread waiting(CountDownLatch until) {
        Thread thread = new Thread(() -> {
            try {
                until.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // as the test wants it
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
