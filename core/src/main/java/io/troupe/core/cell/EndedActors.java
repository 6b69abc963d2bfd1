// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the actors of a system that have ended had counted, per type. Types are kept by name: a system does not keep
 * classes of actors that have ended. Any thread.
 */
final class EndedActors {
    private final Map<String, Totals> totals = new ConcurrentHashMap<>();

    EndedActors() {}

    /** Adds an actor that ends. In its last turn, or when it is abandoned. */
    void add(ActorCell cell) {
        Totals type = totals.computeIfAbsent(cell.type().getName(), name -> new Totals());
        add(type.messages, cell.deliveredToThis());
        ActorExtras extras = cell.extrasIfAny();
        if (extras != null) {
            add(type.failures, extras.failures());
            add(type.restarts, extras.restartCount());
        }
    }

    private static void add(LongAdder counter, long number) {
        if (number != 0) {
            counter.add(number);
        }
    }

    Map<String, Totals> totals() {
        return totals;
    }

    /** Of one type. */
    static final class Totals {
        final LongAdder messages = new LongAdder();
        final LongAdder failures = new LongAdder();
        final LongAdder restarts = new LongAdder();

        private Totals() {}
    }
}
