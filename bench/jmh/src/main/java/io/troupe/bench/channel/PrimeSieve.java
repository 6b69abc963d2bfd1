// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.bench.channel.BlockingChannels.Handover;
import io.troupe.bench.harness.Completion;
import io.troupe.bench.harness.Workload;
import io.troupe.core.ActorSystem;
import io.troupe.core.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** The first primes by a chain of filters, which grows with each prime. Which filter gets which number does not depend on time. */
final class PrimeSieve {
    /** Numbers that all filters of the first hundred primes get together. */
    static final int MESSAGES = 5845;

    /** The first hundred. */
    static final PrimeSieve HUNDRED = new PrimeSieve(100);

    private static final int END = 0;

    private final int largest;
    private final long expected;

    /**
     * So many of the first primes.
     *
     * @param primes 1 or more
     */
    PrimeSieve(int primes) {
        List<Integer> all = first(primes);
        largest = all.get(primes - 1);
        expected = messages(primes) + sum(primes);
    }

    /** Numbers that the filters of so many primes get together. */
    static long messages(int primes) {
        List<Integer> all = first(primes);
        long messages = 0;
        for (int number = 2; number <= all.get(primes - 1); number++) {
            for (int at = 0; at < primes; at++) {
                messages++;
                if (number % all.get(at) == 0) {
                    break;
                }
            }
        }
        return messages;
    }

    /** The sum of so many primes. */
    static long sum(int primes) {
        return first(primes).stream().mapToLong(Integer::longValue).sum();
    }

    private static List<Integer> first(int primes) {
        List<Integer> found = new ArrayList<>();
        for (int number = 2; found.size() < primes; number++) {
            int candidate = number;
            if (found.stream().noneMatch(prime -> candidate % prime == 0)) {
                found.add(number);
            }
        }
        return found;
    }

    /** What a run gives: the numbers that the filters got, and the primes, added up. */
    long expected() {
        return expected;
    }

    /** What all filters have got, and their primes. Any thread. */
    static final class Count {
        private final AtomicLong sum = new AtomicLong();
        private final Completion completion = new Completion();

        void add(long received, int prime) {
            sum.addAndGet(received + prime);
        }

        /** Of the last filter, which ends behind all others. */
        void end(long received, int prime) {
            completion.complete(sum.addAndGet(received + prime));
        }

        long await(long expected) {
            return completion.await(expected);
        }
    }

    /** An actor per filter. */
    Workload ofActors(ActorSystem system, int capacity) {
        return () -> {
            Count count = new Count();
            Channel<Integer> numbers = ActorStack.channel(capacity);
            system.spawn(PrimeFilter.class, () -> new PrimeFilter(system, numbers, capacity, count));
            ChannelFeeder.Candidates candidates =
                    system.spawn(ChannelFeeder.Candidates.class, () -> new ChannelFeeder.Candidates(numbers, largest));
            candidates.feed(2);
            return count.await(expected);
        };
    }

    /** A thread per filter, which blocks. */
    long ofThreads(ExecutorService threads, BlockingChannels channels, int capacity) {
        Count count = new Count();
        Handover numbers = channels.open(capacity);
        Future<?> unusedFilter = threads.submit(() -> filter(threads, channels, numbers, capacity, count));
        Future<?> unusedFeeder = threads.submit(() -> feed(numbers));
        return count.await(expected);
    }

    private Void feed(Handover numbers) throws InterruptedException {
        for (int number = 2; number <= largest; number++) {
            numbers.put(number);
        }
        numbers.put(END);
        return null;
    }

    private static Void filter(
            ExecutorService threads, BlockingChannels channels, Handover from, int capacity, Count count)
            throws InterruptedException {
        int prime = from.take();
        long received = 1;
        Handover to = null;
        for (int number = from.take(); number != END; number = from.take()) {
            received++;
            if (number % prime != 0) {
                if (to == null) {
                    Handover next = channels.open(capacity);
                    Future<?> unused = threads.submit(() -> filter(threads, channels, next, capacity, count));
                    to = next;
                }
                to.put(number);
            }
        }
        if (to == null) {
            count.end(received, prime);
        } else {
            count.add(received, prime);
            to.put(END);
        }
        return null;
    }
}
