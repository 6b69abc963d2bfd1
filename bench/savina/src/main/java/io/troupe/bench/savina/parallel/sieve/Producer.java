// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;
import org.jspecify.annotations.Nullable;

/** Sends all candidates. A run ends when the filters have ended. */
class Producer extends Actor<Producer> {
    private final Sieve sieve;
    private final Completion completion;
    private @Nullable Filter first;

    Producer(Sieve sieve, Completion completion) {
        this.sieve = sieve;
        this.completion = completion;
    }

    public void begin() {
        Producer self = self();
        Filter filter = context().spawn(Filter.class, () -> new Filter(sieve, self));
        first = filter;
        for (int candidate = Sieve.FIRST; candidate < sieve.limit(); candidate += 2) {
            filter.candidate(candidate);
        }
        filter.finish(0);
    }

    public void finished(long sum) {
        if (first != null) {
            context().watch(first).then(end -> completion.complete(sum));
            context().stop(first);
        }
    }
}
