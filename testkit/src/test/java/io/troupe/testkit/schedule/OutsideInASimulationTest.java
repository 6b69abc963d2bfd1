// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Select;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.TestSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What belongs to no actor system, in the thread that runs a simulation. */
@Timeout(60)
class OutsideInASimulationTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void shouldRunContinuationsAsEvents() {
        List<Thread> threads = new ArrayList<>();
        CompletablePromise<Integer> bare = new CompletablePromise<>();
        try (TestSystem test = TestSystem.seeded(5)) {
            Promise<Integer> mapped = bare.map(number -> {
                threads.add(Thread.currentThread());
                return number + 1;
            });
            bare.complete(1);
            assertThat(mapped.isSettled()).as("before the event has happened").isFalse();
            assertThat(test.runAll()).isOne();
            assertThat(mapped.await(MINUTE)).isEqualTo(2);
            assertThat(threads).containsExactly(Thread.currentThread());
        }
    }

    @Test
    void shouldGoByTheClockOfTheSimulation() {
        CompletablePromise<Integer> bare = new CompletablePromise<>();
        Channel<Integer> channel = Channels.rendezvous();
        try (TestSystem test = TestSystem.seeded(5)) {
            Promise<Integer> limited = bare.timeout(HOUR);
            Promise<String> selected = Select.fair()
                    .receive(channel, number -> "received")
                    .after(HOUR, () -> "nothing came")
                    .once();
            test.advance(HOUR.minus(MINUTE));
            assertThat(limited.isSettled() || selected.isSettled()).isFalse();
            test.advance(MINUTE);
            assertThatThrownBy(() -> limited.await(MINUTE)).isInstanceOf(CallTimeoutException.class);
            assertThat(selected.await(MINUTE)).isEqualTo("nothing came");
        }
    }

    @Test
    void shouldRefuseToWaitInAContinuation() {
        CompletablePromise<Integer> bare = new CompletablePromise<>();
        try (TestSystem test = TestSystem.seeded(5)) {
            Promise<Integer> waits = bare.map(number -> number + new CompletablePromise<Integer>().await(HOUR));
            bare.complete(1);
            assertThatThrownBy(() -> test.await(waits)).isInstanceOf(WaitRefusedException.class);
        }
    }

    @Test
    void shouldChooseByTheSeed() {
        assertThat(choices(7)).isEqualTo(choices(7)).isNotEqualTo(choices(8));
    }

    private static List<Integer> choices(long seed) {
        List<Integer> chosen = new ArrayList<>();
        List<Channel<Integer>> channels = List.of(Channels.unlimited(), Channels.unlimited(), Channels.unlimited());
        try (TestSystem test = TestSystem.seeded(seed)) {
            for (int i = 0; i < 20; i++) {
                int round = i;
                channels.forEach(channel -> channel.trySend(round));
                chosen.add(test.await(Select.fair()
                        .receive(channels.get(0), element -> 0)
                        .receive(channels.get(1), element -> 1)
                        .receive(channels.get(2), element -> 2)
                        .once()));
            }
        }
        return chosen;
    }

    @Test
    void shouldUseWhatOneSimulationHasUsedInTheNextOne() {
        Promise<Integer> shared = Promise.of(1);
        CompletablePromise<Integer> bare = new CompletablePromise<>();
        List<Promise<Integer>> late = new ArrayList<>();
        for (int seed = 0; seed < 3; seed++) {
            try (TestSystem test = TestSystem.seeded(seed)) {
                Promise<Integer> mapped = shared.map(number -> number + 1);
                assertThat(test.await(mapped)).isEqualTo(2);
                late.add(bare.map(number -> number + 1));
            }
        }
        Promise<Integer> outside = bare.map(number -> number + 1);
        bare.complete(1);
        assertThat(outside.await(MINUTE)).as("after all simulations").isEqualTo(2);
        assertThat(late).allSatisfy(promise -> assertThatThrownBy(() -> promise.await(MINUTE))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("continuations must have a simulation to run in: it has ended"));
    }
}
