// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** Events that causality puts into one order, and those of them that nobody has confirmed yet. Guarded by the recorder's lock. */
final class EventStream {
    final String name;
    final Predicate<? super TraceEvent> predicate;

    /** Announced and not expected so far, the oldest first. */
    final Deque<Announcement> waiting = new ArrayDeque<>();

    /** Whether those that produce its events stay paused, though a test has expected them. */
    boolean held;

    EventStream(String name, Predicate<? super TraceEvent> predicate) {
        this.name = name;
        this.predicate = predicate;
    }
}
