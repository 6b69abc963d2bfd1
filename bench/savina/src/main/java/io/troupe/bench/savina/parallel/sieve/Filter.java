// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** One filter of the chain. */
class Filter extends Actor<Filter> {
    private final Sieve sieve;
    private final Producer producer;
    private final Primes primes;
    private @Nullable Filter next;

    Filter(Sieve sieve, Producer producer) {
        this.sieve = sieve;
        this.producer = producer;
        this.primes = new Primes(sieve.capacity());
    }

    public void candidate(int number) {
        if (!primes.passes(number)) {
            return;
        }
        if (next == null) {
            next = context().spawn(Filter.class, () -> new Filter(sieve, producer));
        }
        next.candidate(number);
    }

    public void finish(long sum) {
        long all = sum + primes.sum();
        if (next == null) {
            producer.finished(all);
        } else {
            next.finish(all);
        }
    }
}
