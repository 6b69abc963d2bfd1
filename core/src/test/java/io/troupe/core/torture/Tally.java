// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.torture;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one actor has seen from others, and the numbers of what it has sent. Survives its restarts. Used in the actor's turns only,
 * which it checks. Tells and asks have an order of their own each, as a mailbox may replace those of one kind.
 */
final class Tally {
    private final Ledger ledger;
    private final String name;
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
    private final Map<Long, Long> tells = new HashMap<>();
    private final Map<Long, Long> asks = new HashMap<>();
    final long sender;
    private long number;

    Tally(Ledger ledger, String name) {
        this.ledger = ledger;
        this.name = name;
        this.sender = ledger.newSender();
    }

    void enter() {
        if (!inside.compareAndSet(null, Thread.currentThread())) {
            ledger.violated("two threads at once in " + name);
        }
    }

    void leave() {
        inside.set(null);
    }

    void sawTell(long from, long sent) {
        saw("tell", tells, from, sent);
        ledger.delivered.increment();
    }

    void sawAsk(long from, long sent) {
        saw("ask", asks, from, sent);
    }

    private void saw(String kind, Map<Long, Long> last, long from, long sent) {
        Long before = last.put(from, sent);
        if (before != null && before >= sent) {
            ledger.violated(
                    kind + " out of order: to=" + name + ", from=" + from + ", number=" + sent + ", before=" + before);
        }
    }

    long next() {
        return ++number;
    }
}
