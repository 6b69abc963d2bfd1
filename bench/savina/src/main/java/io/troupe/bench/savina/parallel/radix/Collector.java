// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import io.troupe.bench.harness.Completion;
import io.troupe.core.actor.Actor;

/** Takes the sorted numbers. */
class Collector extends Actor<Values> implements Values {
    private final int total;
    private final Completion completion;
    private int seen;
    private long fingerprint;

    Collector(int total, Completion completion) {
        this.total = total;
        this.completion = completion;
    }

    @Override
    public void value(long value) {
        fingerprint = Numbers.fingerprint(fingerprint, value);
        if (++seen == total) {
            long all = fingerprint;
            seen = 0;
            fingerprint = 0;
            completion.complete(all);
        }
    }
}
