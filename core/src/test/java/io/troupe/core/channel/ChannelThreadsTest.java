// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.thread.VirtualThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Channels between real threads. */
class ChannelThreadsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(5);

    @Test
    void shouldEndAWaitThatTakesTooLong() {
        Channel<String> channel = Channels.<String>rendezvous().named("orders");
        assertThatThrownBy(() -> channel.put("a", SHORT))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("channel orders");
        assertThatThrownBy(() -> channel.take(SHORT)).isInstanceOf(CallTimeoutException.class);
        assertThat(channel.stats()).isEqualTo(new ChannelStats(1, 0, 1, 0, 0, 0, 0));
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedThread() {
        Channel<String> channel = Channels.rendezvous();
        Thread.currentThread().interrupt();
        assertThatThrownBy(channel::take).isInstanceOf(CancellationException.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThatThrownBy(() -> channel.put("a")).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(channel.stats()).isEqualTo(new ChannelStats(1, 0, 1, 0, 0, 0, 0));
    }

    @Test
    void shouldTakeWhatWasGivenToAThreadBeforeItIsInterrupted() throws Exception {
        Channel<String> channel = Channels.rendezvous();
        CountDownLatch given = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Receiver<String> view = channel.map(element -> {
            given.countDown();
            awaitUninterruptibly(interrupted);
            return element + "!";
        });
        FutureTask<String> taken = new FutureTask<>(() -> view.take(LIMIT) + Thread.interrupted());
        Thread thread = new Thread(taken);
        thread.start();
        channel.put("a", LIMIT);
        given.await();
        thread.interrupt();
        while (thread.isInterrupted() && thread.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait(); // it has noticed the interrupt
        }
        interrupted.countDown();
        assertThat(taken.get()).isEqualTo("a!true");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldEndTheWaitsOfThreadsWhenTheChannelIsClosed() throws Exception {
        Channel<String> channel = Channels.rendezvous();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<String>> waiting =
                    List.of(threads.submit(() -> channel.take()), threads.submit(() -> channel.take()));
            while (channel.stats().waitingReceivers() < 2) {
                Thread.onSpinWait();
            }
            channel.close();
            for (Future<String> one : waiting) {
                assertThatThrownBy(one::get)
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(ChannelClosedException.class);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    static Stream<Arguments> channels() {
        return Stream.of(
                Arguments.of(Channels.<Integer>rendezvous(), 4),
                Arguments.of(Channels.<Integer>buffered(1), 4),
                Arguments.of(Channels.<Integer>buffered(128), 4),
                Arguments.of(Channels.<Integer>unlimited(), 4));
    }

    @ParameterizedTest
    @MethodSource("channels")
    void shouldCarryEachElementOnceBetweenThreads(Channel<Integer> channel, int each) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            carry(channel, each, threads);
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    void shouldCarryEachElementOnceBetweenVirtualThreads(Channel<Integer> channel, int each) throws Exception {
        Assumptions.assumeTrue(VirtualThreads.areAvailable());
        ExecutorService threads = VirtualThreads.perTaskExecutor("test");
        try {
            carry(channel, each, threads);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Senders and receivers of all kinds; each element has its sender in the thousands. */
    private static void carry(Channel<Integer> channel, int each, ExecutorService threads) throws Exception {
        int count = 1000;
        ConcurrentLinkedQueue<Integer> received = new ConcurrentLinkedQueue<>();
        List<List<Integer>> perReceiver = new ArrayList<>();
        List<Future<?>> senders = new ArrayList<>();
        List<Future<?>> receivers = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            int sender = i;
            senders.add(threads.submit(() -> {
                for (int k = 0; k < count; k++) {
                    send(channel, sender * count + k, k);
                }
            }));
            List<Integer> mine = new ArrayList<>();
            perReceiver.add(mine);
            receivers.add(threads.submit(() -> {
                for (int k = 0; ; k++) {
                    try {
                        Integer element = k % 3 == 0 ? channel.receive().await(LIMIT) : channel.take(LIMIT);
                        received.add(element);
                        mine.add(element);
                    } catch (ChannelClosedException e) {
                        return;
                    }
                }
            }));
        }
        for (Future<?> sender : senders) {
            sender.get();
        }
        channel.close();
        for (Future<?> receiver : receivers) {
            receiver.get();
        }
        assertThat(received).hasSize(each * count).doesNotHaveDuplicates();
        for (List<Integer> mine : perReceiver) {
            for (int i = 0; i < each; i++) {
                int sender = i;
                assertThat(mine.stream().filter(element -> element / count == sender))
                        .isSorted();
            }
        }
        ChannelStats stats = channel.stats();
        assertThat(stats.sent()).isEqualTo(stats.received() + stats.returned());
        assertThat(stats.inside()).isZero();
    }

    private static void send(Channel<Integer> channel, int element, int kind) {
        switch (kind % 3) {
            case 0 -> channel.put(element);
            case 1 -> channel.send(element).await(LIMIT);
            default -> {
                Promise<Void> first = channel.send(element);
                if (first.cancel()) {
                    channel.put(element, LIMIT); // it has come back
                }
            }
        }
    }

    @Test
    void shouldChooseOneClauseWhenSelectsOfThreadsMeet() throws Exception {
        Channel<Integer> one = Channels.rendezvous();
        Channel<Integer> two = Channels.rendezvous();
        int count = 2000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Integer>> sums = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                sums.add(threads.submit(() -> {
                    int sum = 0;
                    for (int k = 0; k < count; k++) {
                        sum += Select.fair()
                                .receive(one, x -> x)
                                .receive(two, x -> 1000 * x)
                                .await();
                    }
                    return sum;
                }));
                sums.add(threads.submit(() -> {
                    int sum = 0;
                    for (int k = 0; k < count; k++) {
                        sum -= Select.fair()
                                .send(one, 1, () -> 1)
                                .send(two, 1, () -> 1000)
                                .await();
                    }
                    return sum;
                }));
            }
            int total = 0;
            for (Future<Integer> sum : sums) {
                total += sum.get();
            }
            assertThat(total).isZero();
            assertThat(one.stats().received() + two.stats().received()).isEqualTo(2L * count);
            assertThat(one.stats().inside() + two.stats().inside()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }
}
