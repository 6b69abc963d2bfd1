// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sieve;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Receiver;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/** Takes the first number that it receives for its prime, and passes on those that the prime does not divide. */
public class PrimeFilter extends Actor<PrimeFilter> {
    private final Sieve sieve;
    private final Receiver<Integer> from;
    private final Channel<Integer> to;
    private int prime;

    PrimeFilter(Sieve sieve, Receiver<Integer> from, Channel<Integer> to) {
        this.sieve = sieve;
        this.from = from;
        this.to = to;
    }

    @Override
    protected Promise<?> onStart() {
        from.each(1, this::sift); // the next number when the last one has been sent on
        return Promise.done();
    }

    private @Nullable Promise<?> sift(int number) {
        if (prime == 0) {
            prime = number;
            sieve.found(prime, to);
            return null;
        }
        return number % prime == 0 ? null : to.send(number);
    }
}
