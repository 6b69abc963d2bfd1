// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The id that the calls of a thread have. Threads that never give one pay for one plain read of a static field. */
public final class CallScope {
    private static final ThreadLocal<@Nullable String> CURRENT = new ThreadLocal<>();

    /** Whether any thread has given an id. Racy: each thread that has one has written it before. */
    private static boolean used;

    private CallScope() {}

    /** Runs something whose calls have an id. */
    public static <T> T run(String id, Supplier<T> calls) {
        used = true;
        String outer = CURRENT.get();
        CURRENT.set(id);
        try {
            return calls.get();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** The id for calls that the calling thread sends; null: none. */
    public static @Nullable String current() {
        return used ? CURRENT.get() : null;
    }
}
