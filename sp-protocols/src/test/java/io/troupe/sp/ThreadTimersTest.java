// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadTimersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void shouldRunATaskLater() throws InterruptedException {
        ThreadTimers timers = new ThreadTimers();
        CountDownLatch ran = new CountDownLatch(1);
        timers.after(1, ran::countDown);
        assertThat(ran.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        timers.close();
    }

    @Test
    void shouldTakeTasksInVainAfterTheEnd() {
        ThreadTimers timers = new ThreadTimers();
        timers.close();
        timers.after(1, () -> {
                    throw new AssertionError("must not run");
                })
                .cancel();
    }

    @Test
    void shouldFailALimitedPromiseOfTheLastSocketWithClosed() {
        DuplexSocket socket =
                Sockets.pair(SocketOptions.builder().receiveTimeout(LIMIT).build());
        socket.close();
        Promise<SpMessage> late = socket.receiveLater();
        assertThatThrownBy(() -> late.await(LIMIT))
                .isInstanceOfSatisfying(
                        SpException.class, e -> assertThat(e.reason()).isEqualTo(SpError.CLOSED));
    }
}
