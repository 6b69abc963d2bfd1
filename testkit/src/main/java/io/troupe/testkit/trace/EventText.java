// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.trace;

import io.troupe.core.message.Call;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What events carry, as text of one line. */
final class EventText {
    private static final int LONGEST = 60;

    private EventText() {}

    /** A call: {@code Store.load(5)}. */
    static String show(Call call) {
        return call.method().actorType().getSimpleName() + "." + call.method().name()
                + Arrays.stream(call.arguments()).map(EventText::show).collect(Collectors.joining(", ", "(", ")"));
    }

    /** A value. The object's own text may fail, which is no reason to disturb the program. */
    static String show(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        String text;
        try {
            text = value instanceof Object[] array ? Arrays.deepToString(array) : String.valueOf(value.toString());
        } catch (RuntimeException e) {
            text = value.getClass().getSimpleName();
        }
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }

    /** A failure, beginning with its class. */
    static String show(Throwable failure) {
        return failure.getClass().getSimpleName() + ": " + show((Object) failure.getMessage());
    }
}
