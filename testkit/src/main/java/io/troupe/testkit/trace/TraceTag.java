// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import org.jspecify.annotations.Nullable;

/**
 * The event that a message, a continuation or a thread goes back to.
 *
 * @param recorder that has recorded it; null if that was another process
 * @param origin name of the trace that has recorded it
 * @param number of the event there; -1: none
 */
record TraceTag(@Nullable EventRecorder recorder, String origin, long number) {
    private static final String SEPARATOR = "#";

    /** As text for a link. */
    String written() {
        return origin + SEPARATOR + number;
    }

    /**
     * The way back.
     *
     * @throws IllegalArgumentException if it is no tag
     */
    static TraceTag read(EventRecorder here, String text) {
        int at = text.lastIndexOf(SEPARATOR);
        if (at < 1) {
            throw new IllegalArgumentException("a tag of a trace must have an origin and a number: tag=" + text);
        }
        String origin = text.substring(0, at);
        long number = Long.parseLong(text.substring(at + 1));
        return new TraceTag(origin.equals(here.origin()) ? here : null, origin, number);
    }

    /** The tag among what a message carries, or null. */
    static @Nullable TraceTag in(@Nullable Object context) {
        if (context instanceof TraceTag tag) {
            return tag;
        }
        if (context instanceof Object[] parts) {
            for (Object part : parts) {
                if (part instanceof TraceTag tag) {
                    return tag;
                }
            }
        }
        return null;
    }
}
