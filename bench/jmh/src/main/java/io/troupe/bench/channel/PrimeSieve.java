// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.channel.Transfers.Handover;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.channel.Channel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** The first hundred primes by a chain of filters, which grows with each prime. Which filter gets which number does not depend on time. */
final class PrimeSieve {
    /** The hundredth prime. */
    private static final int LARGEST = 541;

    /** Numbers that all filters get together. */
    static final int MESSAGES = 5845;

    private static final int END = 0;

    private PrimeSieve() {}

    /** What all filters have got. Any thread. */
    static final class Count {
        private final AtomicLong received = new AtomicLong();
        private final Completion completion = new Completion();

        void add(long more) {
            received.addAndGet(more);
        }

        /** Of the last filter, which ends behind all others. */
        void end(long more) {
            completion.complete(received.addAndGet(more));
        }

        long await() {
            return completion.await(MESSAGES);
        }
    }

    /** An actor per filter. */
    static Workload ofActors(ActorSystem system, int capacity) {
        return () -> {
            Count count = new Count();
            Channel<Integer> numbers = Transfers.channel(capacity);
            system.spawn(PrimeFilter.class, () -> new PrimeFilter(system, numbers, capacity, count));
            ChannelFeeder.Candidates candidates =
                    system.spawn(ChannelFeeder.Candidates.class, () -> new ChannelFeeder.Candidates(numbers, LARGEST));
            candidates.feed(2);
            return count.await();
        };
    }

    /** A thread per filter, which blocks. */
    static long ofThreads(ExecutorService threads, int capacity, boolean jdk) {
        Count count = new Count();
        Handover numbers = Transfers.handover(capacity, jdk);
        Future<?> unused = threads.submit(() -> filter(threads, numbers, capacity, jdk, count));
        try {
            for (int number = 2; number <= LARGEST; number++) {
                numbers.put(number);
            }
            numbers.put(END);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a sieve must not be interrupted", e);
        }
        return count.await();
    }

    private static Void filter(ExecutorService threads, Handover from, int capacity, boolean jdk, Count count)
            throws InterruptedException {
        int prime = from.take();
        long received = 1;
        Handover to = null;
        for (int number = from.take(); number != END; number = from.take()) {
            received++;
            if (number % prime != 0) {
                if (to == null) {
                    Handover next = Transfers.handover(capacity, jdk);
                    Future<?> unused = threads.submit(() -> filter(threads, next, capacity, jdk, count));
                    to = next;
                }
                to.put(number);
            }
        }
        if (to == null) {
            count.end(received);
        } else {
            count.add(received);
            to.put(END);
        }
        return null;
    }
}
