// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.channel.BlockingChannels.Handover;
import io.troupe.bench.channel.BlockingChannels.Selection;
import io.troupe.bench.harness.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** The works between threads that block. Threads and channels are made anew for each batch. */
public final class ThreadStack implements ChannelStack {
    private final ExecutorService threads;
    private final BlockingChannels channels;

    /**
     * Of these channels.
     *
     * @param threads a thread for each task; closed with this
     * @param channels between them
     */
    public ThreadStack(ExecutorService threads, BlockingChannels channels) {
        this.threads = threads;
        this.channels = channels;
    }

    @Override
    public boolean offers(ChannelWork work) {
        return work.kind() != ChannelWork.Kind.SELECT || channels.canSelect();
    }

    @Override
    public Workload workload(ChannelWork work) {
        return switch (work.kind()) {
            case PAIR -> () -> pair(work);
            case TRANSFER -> () -> transfer(work);
            case SELECT -> () -> select(work);
            case CHAIN -> () -> chain(work);
            case SIEVE -> {
                PrimeSieve sieve = new PrimeSieve(work.amount());
                yield () -> sieve.ofThreads(threads, channels, work.capacity());
            }
        };
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private long pair(ChannelWork work) {
        Handover there = channels.open(work.capacity());
        Handover back = channels.open(work.capacity());
        List<Future<Long>> ends = new ArrayList<>();
        ends.add(start(() -> {
            for (int k = 0; k < work.amount(); k++) {
                back.put(there.take() + 1);
            }
            return 0L;
        }));
        ends.add(start(() -> {
            int number = 0;
            for (int k = 0; k < work.amount(); k++) {
                there.put(number);
                number = back.take();
            }
            return (long) number;
        }));
        return checked(work, ends);
    }

    private long transfer(ChannelWork work) {
        Handover handover = channels.open(work.capacity());
        List<Future<Long>> ends = new ArrayList<>();
        for (int i = 0; i < work.size(); i++) {
            ends.add(start(() -> send(handover, work.perSender())));
        }
        for (int i = 0; i < work.receivers(); i++) {
            ends.add(start(() -> add(handover::take, work.amount() / work.receivers())));
        }
        return checked(work, ends);
    }

    private long select(ChannelWork work) {
        List<Handover> all = new ArrayList<>();
        List<Future<Long>> ends = new ArrayList<>();
        for (int i = 0; i < work.size(); i++) {
            Handover handover = channels.open(work.capacity());
            all.add(handover);
            ends.add(start(() -> send(handover, work.perSender())));
        }
        Selection selection = channels.among(all);
        ends.add(start(() -> add(selection, work.perSender() * work.size())));
        return checked(work, ends);
    }

    private long chain(ChannelWork work) {
        Handover first = channels.open(work.capacity());
        List<Future<Long>> ends = new ArrayList<>();
        ends.add(start(() -> send(first, work.amount())));
        Handover last = first;
        for (int stage = 1; stage < work.size(); stage++) {
            Handover from = last;
            Handover to = channels.open(work.capacity());
            ends.add(start(() -> {
                for (int k = 0; k < work.amount(); k++) {
                    to.put(from.take() + 1);
                }
                return 0L;
            }));
            last = to;
        }
        Handover end = last;
        ends.add(start(() -> add(end::take, work.amount())));
        return checked(work, ends);
    }

    private static long send(Handover to, int count) throws InterruptedException {
        for (int k = 0; k < count; k++) {
            to.put(k);
        }
        return 0;
    }

    private static long add(Selection from, int count) throws InterruptedException {
        long sum = 0;
        for (int k = 0; k < count; k++) {
            sum += from.take();
        }
        return sum;
    }

    private Future<Long> start(Callable<Long> task) {
        return threads.submit(task);
    }

    private static long checked(ChannelWork work, List<Future<Long>> ends) {
        long sum = 0;
        try {
            for (Future<Long> end : ends) {
                sum += end.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("threads must not fail: workload=" + work.name(), e);
        }
        if (sum != work.expected()) {
            throw new IllegalStateException("threads must receive every element once: workload=" + work.name()
                    + ", expected=" + work.expected() + ", counted=" + sum);
        }
        return sum;
    }
}
