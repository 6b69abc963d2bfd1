// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import io.troupe.core.actor.Actor;
import java.util.function.LongConsumer;

/** Sorts by one bit. */
class Sorter extends Actor<Values> implements Values {
    private final Bucket bucket;
    private final LongConsumer next;

    Sorter(Bucket bucket, Values next) {
        this.bucket = bucket;
        this.next = next::value;
    }

    @Override
    public void value(long value) {
        bucket.add(value, next);
    }
}
