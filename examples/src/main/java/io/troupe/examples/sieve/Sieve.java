// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sieve;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;

/** Finds primes by a chain of filters, which grows with each prime. */
public class Sieve extends Actor<Sieve> {
    private final int capacity;
    private final int wanted;
    private final List<Channel<Integer>> channels = new ArrayList<>();
    private final CompletablePromise<Found> end = new CompletablePromise<>();
    private long count;

    /**
     * A search that has not begun.
     *
     * @param wanted number of primes
     * @param capacity of each channel; 0: rendezvous
     */
    public Sieve(int wanted, int capacity) {
        this.wanted = wanted;
        this.capacity = capacity;
    }

    /**
     * The end of a search.
     *
     * @param largest prime
     * @param messages elements received from all channels
     */
    public record Found(int largest, long messages) {}

    /** Searches. */
    public Promise<Found> search() {
        Channel<Integer> numbers = newChannel();
        context().spawn(Candidates.class, () -> new Candidates(numbers));
        filter(numbers);
        return end;
    }

    /** A filter has its prime, and sends to this channel. */
    public void found(int prime, Channel<Integer> rest) {
        count++;
        if (count < wanted) {
            filter(rest);
        } else {
            end.complete(new Found(
                    prime,
                    channels.stream()
                            .mapToLong(channel -> channel.stats().received())
                            .sum()));
        }
    }

    /** How many primes have been found so far. */
    public Promise<Long> count() {
        return Promise.of(count);
    }

    private void filter(Channel<Integer> from) {
        Channel<Integer> to = newChannel();
        Sieve me = self();
        context().spawn(PrimeFilter.class, () -> new PrimeFilter(me, from, to));
    }

    private Channel<Integer> newChannel() {
        Channel<Integer> channel = capacity == 0 ? Channels.rendezvous() : Channels.buffered(capacity);
        channels.add(channel);
        return channel;
    }
}
