// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.testkit.schedule.EventKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event on its way to the checker, and what waits for it. Guarded by the recorder's lock. */
final class Announcement {
    final EventKind kind;
    final String source;
    final String target;
    final String label;
    final @Nullable List<@Nullable Object> arguments;
    final TraceTag cause;

    /** What is to be done when it may go on; null if a thread waits, or nothing does. */
    @Nullable
    Runnable put;

    /** Null until it is recorded. */
    @Nullable
    TraceEvent event;

    /** Null if no stream wants it. */
    @Nullable
    EventStream stream;

    boolean confirmed;

    /** Number among events of its name, where a simulation counts them; 0: the recorder does. */
    long ordinal;

    /** In a simulation: the event that must be held back to hold back this one; empty: this one itself. */
    String madeIn = "";

    Announcement(
            EventKind kind,
            String source,
            String target,
            String label,
            @Nullable List<@Nullable Object> arguments,
            TraceTag cause) {
        this.kind = kind;
        this.source = source;
        this.target = target;
        this.label = label;
        this.arguments = arguments;
        this.cause = cause;
    }

    /** Whether its producer may go on. */
    boolean passes() {
        EventStream in = stream;
        return event != null && (in == null || (confirmed && !in.held));
    }

    TraceEvent recorded() {
        TraceEvent known = event;
        if (known == null) {
            throw new IllegalStateException("an event must be recorded first: kind=" + kind + ", source=" + source);
        }
        return known;
    }

    @Override
    public String toString() {
        TraceEvent known = event;
        return known == null ? kind.word() + " " + source + "→" + target + ", not announced" : known.toString();
    }
}
