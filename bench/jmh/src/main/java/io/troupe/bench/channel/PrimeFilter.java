// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** One filter of a sieve: the first number that it gets is its prime; what that does not divide goes to the next one. */
class PrimeFilter extends Actor<PrimeFilter> {
    private final ActorSystem system;
    private final Channel<Integer> from;
    private final int capacity;
    private final PrimeSieve.Count count;
    private int prime;
    private long received;
    private @Nullable Channel<Integer> to;

    PrimeFilter(ActorSystem system, Channel<Integer> from, int capacity, PrimeSieve.Count count) {
        this.system = system;
        this.from = from;
        this.capacity = capacity;
        this.count = count;
    }

    @Override
    protected Promise<?> onStart() {
        from.each(1, this::filter).then(end -> {
            if (to == null) {
                count.end(received, prime);
            } else {
                count.add(received, prime);
                to.close();
            }
            context().stop();
        });
        return Promise.done();
    }

    private @Nullable Promise<?> filter(int number) {
        received++;
        if (prime == 0) {
            prime = number;
            return null;
        }
        return number % prime == 0 ? null : next().send(number);
    }

    private Channel<Integer> next() {
        Channel<Integer> next = to;
        if (next == null) {
            Channel<Integer> made = ActorStack.channel(capacity);
            system.spawn(PrimeFilter.class, () -> new PrimeFilter(system, made, capacity, count));
            to = made;
            next = made;
        }
        return next;
    }
}
