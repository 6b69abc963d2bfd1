// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;

/** Batches of elements through channels and queues, each counted. */
final class Transfers {
    private Transfers() {}

    /** A way to hand an element over that blocks. */
    interface Handover {
        void put(Integer element) throws InterruptedException;

        Integer take() throws InterruptedException;
    }

    static Channel<Integer> channel(int capacity) {
        return capacity == 0 ? Channels.rendezvous() : Channels.buffered(capacity);
    }

    /** Several actors send to one. */
    static Workload ofActors(ActorSystem system, int senders, int capacity) {
        Channel<Integer> channel = channel(capacity);
        return feeding(system, List.of(channel), senders, ChannelDrain.Way.EACH);
    }

    /** One actor selects among the channels of several. */
    static Workload bySelect(ActorSystem system, int channels, int capacity, boolean repeated) {
        List<Channel<Integer>> all = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            all.add(channel(capacity));
        }
        return feeding(system, all, channels, repeated ? ChannelDrain.Way.REPEAT : ChannelDrain.Way.ONCE);
    }

    private static Workload feeding(
            ActorSystem system, List<Channel<Integer>> channels, int senders, ChannelDrain.Way way) {
        Completion completion = new Completion();
        int each = Batch.MESSAGES / senders;
        int batch = each * senders;
        system.spawn(ChannelDrain.class, () -> new ChannelDrain(channels, batch, completion, way));
        List<ChannelFeeder> feeders = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            Channel<Integer> to = channels.get(i % channels.size());
            feeders.add(system.spawn(ChannelFeeder.class, () -> new ChannelFeeder(to)));
        }
        return () -> {
            feeders.forEach(feeder -> feeder.feed(each));
            return completion.await(batch);
        };
    }

    /** Two actors send a number to and fro, over two channels without buffers. */
    static Workload pairOfActors(ActorSystem system) {
        Channel<Integer> there = Channels.rendezvous();
        Channel<Integer> back = Channels.rendezvous();
        Completion completion = new Completion();
        system.spawn(ChannelBouncer.class, () -> new ChannelBouncer(there, back, completion));
        system.spawn(ChannelBouncer.class, () -> new ChannelBouncer(back, there, completion));
        return () -> {
            Promise<Void> unused = there.send(Batch.MESSAGES);
            return completion.await(0);
        };
    }

    /** Threads send to one thread, by a channel or by the JDK's queue for the purpose. */
    static long ofThreads(ExecutorService threads, int senders, int capacity, boolean jdk) {
        Handover handover = handover(capacity, jdk);
        int each = Batch.MESSAGES / senders;
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            all.add(threads.submit(() -> {
                for (int k = 0; k < each; k++) {
                    handover.put(k);
                }
                return null;
            }));
        }
        Future<Long> sum = threads.submit(() -> {
            long received = 0;
            for (int k = 0; k < each * senders; k++) {
                received += handover.take();
            }
            return received;
        });
        return checked(all, sum, (long) senders * each * (each - 1) / 2);
    }

    /** Two threads send a number to and fro. */
    static long pairOfThreads(ExecutorService threads, boolean jdk) {
        Handover there = handover(0, jdk);
        Handover back = handover(0, jdk);
        Future<?> other = threads.submit(() -> {
            for (int k = 0; k < Batch.MESSAGES / 2; k++) {
                back.put(there.take() + 1);
            }
            return null;
        });
        Future<Long> last = threads.submit(() -> {
            int number = 0;
            for (int k = 0; k < Batch.MESSAGES / 2; k++) {
                there.put(number);
                number = back.take();
            }
            return (long) number;
        });
        return checked(List.of(other), last, Batch.MESSAGES / 2);
    }

    private static long checked(List<Future<?>> others, Future<Long> result, long expected) {
        try {
            for (Future<?> other : others) {
                other.get();
            }
            long counted = result.get();
            if (counted != expected) {
                throw new IllegalStateException(
                        "threads must receive every element once: expected=" + expected + ", counted=" + counted);
            }
            return counted;
        } catch (Exception e) {
            throw new IllegalStateException("threads must not fail", e);
        }
    }

    static Handover handover(int capacity, boolean jdk) {
        if (!jdk) {
            Channel<Integer> channel = channel(capacity);
            return new Handover() {
                @Override
                public void put(Integer element) {
                    channel.put(element);
                }

                @Override
                public Integer take() {
                    return channel.take();
                }
            };
        }
        if (capacity == 0) {
            LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
            return new Handover() {
                @Override
                public void put(Integer element) throws InterruptedException {
                    queue.transfer(element);
                }

                @Override
                public Integer take() throws InterruptedException {
                    return queue.take();
                }
            };
        }
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(capacity);
        return new Handover() {
            @Override
            public void put(Integer element) throws InterruptedException {
                queue.put(element);
            }

            @Override
            public Integer take() throws InterruptedException {
                return queue.take();
            }
        };
    }
}
