// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.footprint;

import io.troupe.core.actor.Actor;
import java.util.concurrent.atomic.AtomicInteger;

/** The smallest useful actor: one field, one message. */
class Idler extends Actor<Idler> {
    private final AtomicInteger touched;

    Idler(AtomicInteger touched) {
        this.touched = touched;
    }

    public void touch() {
        touched.incrementAndGet();
    }
}
