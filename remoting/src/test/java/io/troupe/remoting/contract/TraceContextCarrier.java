// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import io.troupe.core.actor.ContextCarrier;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The trace context of W3C as a carrier, by way of example: what a tracer would do with its own current span. */
public final class TraceContextCarrier implements ContextCarrier {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    /** Version, trace, span and flags; neither trace nor span is zero. Of later versions more may follow. */
    private static final Pattern VALID =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    private static final ThreadLocal<TraceContext> CURRENT = new ThreadLocal<>();

    /** Where in which trace. */
    public record TraceContext(String parent, String state) {}

    /** The trace of the calling thread from now on. */
    public void current(@Nullable TraceContext trace) {
        if (trace == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(trace);
        }
    }

    /** The parent of the calling thread's trace, or "none". */
    public String parent() {
        TraceContext trace = CURRENT.get();
        return trace == null ? "none" : trace.parent();
    }

    String state() {
        TraceContext trace = CURRENT.get();
        return trace == null ? "none" : trace.state();
    }

    @Override
    public @Nullable Object capture() {
        return CURRENT.get();
    }

    @Override
    public @Nullable Object install(@Nullable Object carried) {
        TraceContext before = CURRENT.get();
        current((TraceContext) carried);
        return before;
    }

    @Override
    public Set<String> headers() {
        return Set.of(PARENT, STATE);
    }

    @Override
    public Map<String, String> write(Object carried) {
        TraceContext trace = (TraceContext) carried;
        return trace.state().isEmpty()
                ? Map.of(PARENT, trace.parent())
                : Map.of(PARENT, trace.parent(), STATE, trace.state());
    }

    @Override
    public Object read(Map<String, String> headers) {
        String parent = headers.getOrDefault(PARENT, "");
        if (!VALID.matcher(parent).matches()) {
            throw new IllegalArgumentException(
                    "a traceparent must be version-trace-span-flags: length=" + parent.length());
        }
        return new TraceContext(parent, headers.getOrDefault(STATE, ""));
    }
}
