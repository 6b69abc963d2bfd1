// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.SimEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has happened, in the order of recording, with names, clocks and causes. Guarded by the recorder's lock. */
final class EventLog {
    private final String origin;
    private final List<TraceEvent> events = new ArrayList<>();

    /** How many events a name without a number has had. */
    private final Map<String, Long> ordinals = new HashMap<>();

    private final CausalOrder order = new CausalOrder();

    EventLog(String origin) {
        this.origin = origin;
    }

    String origin() {
        return origin;
    }

    int size() {
        return events.size();
    }

    List<TraceEvent> copy() {
        return List.copyOf(events);
    }

    /** The event of that number, or null. */
    @Nullable
    TraceEvent find(long number) {
        return number >= 0 && number < events.size() ? events.get((int) number) : null;
    }

    /** What an event would be called if it happened now. */
    String nextName(Announcement next) {
        return SimEvent.name(
                next.kind, next.source, next.target, 1 + ordinals.getOrDefault(nameWithoutNumber(next), 0L));
    }

    /**
     * Adds an event.
     *
     * @param nanos since the trace has begun
     * @param near whether its cause is in this log, too
     */
    TraceEvent add(Announcement announcement, long nanos, boolean near) {
        long counted = ordinals.merge(nameWithoutNumber(announcement), 1L, Long::sum);
        TraceTag cause = announcement.cause;
        SimEvent step = new SimEvent(
                events.size(),
                nanos,
                announcement.kind,
                announcement.source,
                announcement.target,
                announcement.ordinal > 0 ? announcement.ordinal : counted,
                cause.number(),
                announcement.label);
        TraceEvent before = near ? find(cause.number()) : null;
        TraceEvent event = new TraceEvent(
                origin,
                step,
                near ? origin : cause.origin(),
                announcement.arguments,
                order.next(origin, step, before == null ? VectorClock.ZERO : before.clock()));
        events.add(event);
        announcement.event = event;
        return event;
    }

    private static String nameWithoutNumber(Announcement announcement) {
        return SimEvent.name(announcement.kind, announcement.source, announcement.target, 0);
    }
}
