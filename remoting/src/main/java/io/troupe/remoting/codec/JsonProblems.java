// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.troupe.remoting.value.WireException;

/** What went wrong, in one line. */
final class JsonProblems {
    private JsonProblems() {}

    /** The exception itself if it says what is wrong, else one that does. */
    static WireException wire(String rule, Throwable cause) {
        return cause instanceof Exception other && !(cause instanceof WireException)
                ? new WireException(text(rule, other), other)
                : WireException.of(cause, rule);
    }

    /** A message for people. */
    static String text(String rule, Exception cause) {
        return rule + ": problem=" + problem(cause);
    }

    private static String problem(Exception cause) {
        // Jackson's own message goes on with the place in the source, over several lines
        String text = cause instanceof JsonProcessingException e ? e.getOriginalMessage() : cause.getMessage();
        String first = text == null ? "" : text.lines().findFirst().orElse("");
        if (cause instanceof StreamConstraintsException) { // names Jackson's method for the limit
            first = first.replaceAll(", from `[^`]*`", "");
        }
        return first.isEmpty() ? cause.getClass().getSimpleName() : first;
    }
}
