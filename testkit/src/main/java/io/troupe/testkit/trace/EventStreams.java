// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The streams of a trace by name; an event belongs to the first one that wants it. Guarded by the recorder's lock. */
final class EventStreams {
    private final Map<String, EventStream> streams = new LinkedHashMap<>();

    void add(String name, Predicate<? super TraceEvent> predicate) {
        if (streams.putIfAbsent(name, new EventStream(name, predicate)) != null) {
            throw new IllegalArgumentException("a stream must have a name of its own: stream=" + name);
        }
    }

    EventStream get(String name) {
        EventStream stream = streams.get(name);
        if (stream == null) {
            throw new IllegalArgumentException(
                    "a stream must be known: stream=" + name + ", known=" + streams.keySet());
        }
        return stream;
    }

    /** The stream that wants the event, or null. */
    @Nullable
    EventStream of(TraceEvent event) {
        for (EventStream stream : streams.values()) {
            if (stream.predicate.test(event)) {
                return stream;
            }
        }
        return null;
    }

    /** Lets an event wait in its stream, if it has one. */
    void enqueue(Announcement announcement, TraceEvent event) {
        EventStream stream = of(event);
        if (stream != null) {
            announcement.stream = stream;
            stream.waiting.add(announcement);
        }
    }

    /** Whether an event waits that could be expected now. */
    boolean canGoOn() {
        return streams.values().stream().anyMatch(stream -> !stream.held && !stream.waiting.isEmpty());
    }

    /** What nobody has expected, by stream; empty if there is nothing. */
    String leftOver() {
        return streams.values().stream()
                .filter(stream -> !stream.waiting.isEmpty())
                .map(stream -> stream.name + "=" + stream.waiting)
                .collect(Collectors.joining(", "));
    }

    /** The same with the streams that are held, for errors. */
    String waiting() {
        return streams.values().stream()
                .filter(stream -> !stream.waiting.isEmpty() || stream.held)
                .map(stream -> stream.name + "=" + stream.waiting + (stream.held ? " (held)" : ""))
                .collect(Collectors.joining(", "));
    }
}
