// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Counts what others can bring about in masses, and says when to log it: the first time, then at most once per interval. Any
 * thread.
 */
final class Tally {
    private static final long INTERVAL = 10_000_000_000L;

    private final LongSupplier clock;
    private final AtomicLong count = new AtomicLong();

    /** When the last line was due; 0: there has been none. */
    private final AtomicLong said = new AtomicLong();

    /** One line in ten seconds. */
    Tally() {
        this(System::nanoTime);
    }

    /** By another clock of nanoseconds. */
    Tally(LongSupplier clock) {
        this.clock = clock;
    }

    /** Counts one; returns how many there have been if that is worth a line, else 0. */
    long next() {
        long now = count.incrementAndGet();
        long last = said.get();
        long time = clock.getAsLong() | 1; // never 0
        boolean due = last == 0 || time - last >= INTERVAL;
        return due && said.compareAndSet(last, time) ? now : 0;
    }
}
