// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.MemoryStats;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Three threads that send to channels without a bound as fast as they can, actors that receive from them more slowly, and the
 * budget of memory that holds them back. One thread runs it.
 */
final class MemoryOverload {
    private static final int CHANNELS = 3;
    private static final int ELEMENT = 4096;
    private static final long PICTURE_MILLIS = 250;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final long bytes;
    private final int seconds;
    private final CountDownLatch stopped;
    private final Consumer<MemoryStats> display;

    /**
     * Not begun.
     *
     * @param bytes of the budget
     * @param seconds of overload
     * @param stopped ends it early
     * @param display gets a snapshot four times in a second
     */
    MemoryOverload(long bytes, int seconds, CountDownLatch stopped, Consumer<MemoryStats> display) {
        this.bytes = bytes;
        this.seconds = seconds;
        this.stopped = stopped;
        this.display = display;
    }

    /**
     * What came of it.
     *
     * @param limit the budget, in bytes
     * @param peak most bytes that were granted
     * @param sent elements that the threads have sent
     * @param received elements that the actors have received
     * @param left bytes that are granted when all is received
     */
    record OverloadOutcome(long limit, long peak, long sent, long received, long left) {
        /** In words. */
        String text() {
            return String.format(
                    Locale.ROOT,
                    "sent %,d, received %,d; peak %.1f %% of the budget; %,d bytes left in queues",
                    sent,
                    received,
                    100.0 * peak / limit,
                    left);
        }
    }

    /** Receives, and works on each element for a time. */
    public static class SlowReceiver extends Actor<SlowReceiver> {
        private final long nanos;
        private long received;
        private Promise<Long> end = Promise.of(0L);

        SlowReceiver(long nanos) {
            this.nanos = nanos;
        }

        /** Made in a turn, the channel counts in the budget of this system from the beginning. */
        public Promise<Channel<byte[]>> open(String name) {
            Channel<byte[]> channel = Channels.<byte[]>unlimited().named(name);
            end = channel.each(element -> work()).map(nothing -> received);
            return Promise.of(channel);
        }

        public Promise<Long> end() {
            return end;
        }

        private void work() {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            received++;
        }
    }

    OverloadOutcome run() throws InterruptedException {
        try (ActorSystem system = ActorSystem.builder()
                .name("overload")
                .memory(MemoryBudget.of(bytes))
                .start()) {
            List<Channel<byte[]>> channels = new ArrayList<>();
            List<SlowReceiver> receivers = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < CHANNELS; i++) {
                long nanos = 20_000L * (i + 1);
                SlowReceiver receiver = system.spawn(SlowReceiver.class, () -> new SlowReceiver(nanos));
                Channel<byte[]> channel = receiver.open("orders-" + (i + 1)).await(LIMIT);
                receivers.add(receiver);
                channels.add(channel);
                threads.add(new Thread(() -> flood(channel), "sender-" + (i + 1)));
            }
            threads.forEach(Thread::start);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() < end && !stopped.await(PICTURE_MILLIS, TimeUnit.MILLISECONDS)) {
                display.accept(system.memory());
            }
            channels.forEach(Channel::close); // what waits is still received
            for (Thread thread : threads) {
                thread.join();
            }
            long received = 0;
            for (SlowReceiver receiver : receivers) {
                received += receiver.end().await(LIMIT);
            }
            long sent = channels.stream()
                    .mapToLong(channel -> channel.stats().sent())
                    .sum();
            MemoryStats last = system.memory();
            return new OverloadOutcome(last.limit(), last.peak(), sent, received, last.used());
        }
    }

    private static void flood(Channel<byte[]> channel) {
        while (!channel.isClosed()) {
            byte[] element = new byte[ELEMENT];
            if (!channel.trySend(element)) {
                putUnlessClosed(channel, element);
            }
        }
    }

    private static void putUnlessClosed(Channel<byte[]> channel, byte[] element) {
        try {
            channel.put(element);
        } catch (ChannelClosedException e) {
            return; // the overload is over; this element counts as not sent
        }
    }
}
