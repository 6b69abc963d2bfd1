// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.transport.netty;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what may come in masses, and says when to log it: the first, second, fourth, eighth … time. Any thread. */
final class Tally {
    private final AtomicLong count = new AtomicLong();

    /** Counts one; returns how many there are if that is worth a line, else 0. */
    long next() {
        long now = count.incrementAndGet();
        return Long.bitCount(now) == 1 ? now : 0;
    }
}
