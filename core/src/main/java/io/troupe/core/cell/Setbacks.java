// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a directory whose actors could not be started: none of them is tried again before a pause has passed, which
 * doubles with each failure in a row. Any thread.
 */
final class Setbacks {
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(1);
    /** Keys that are remembered; if there are more, it is not the key that fails. */
    private static final int MOST = 100_000;

    private final ConcurrentHashMap<String, Setback> byKey = new ConcurrentHashMap<>();

    Setbacks() {}

    /** A start has failed. */
    void failed(String key, Throwable cause, long now) {
        if (byKey.size() < MOST) {
            byKey.compute(key, (same, before) -> {
                long pause = before == null ? SHORTEST : Math.min(LONGEST, before.pause * 2);
                return new Setback(cause, pause, now + pause);
            });
        }
    }

    /** A start has succeeded. */
    void started(String key) {
        if (!byKey.isEmpty()) {
            byKey.remove(key);
        }
    }

    /** Why a key is not tried now; null if it may be. */
    @Nullable
    Setback of(String key, long now) {
        Setback setback = byKey.isEmpty() ? null : byKey.get(key);
        return setback == null || setback.until - now <= 0 ? null : setback;
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** Forgets those that nobody has tried again for long. */
    void forgetOld(long now) {
        byKey.values().removeIf(setback -> now - setback.until > LONGEST);
    }

    /** A failed start. */
    static final class Setback {
        final Throwable cause;
        private final long pause;
        private final long until;

        private Setback(Throwable cause, long pause, long until) {
            this.cause = cause;
            this.pause = pause;
            this.until = until;
        }

        /** Until it is tried again, at least 1. */
        long leftMillis(long now) {
            return Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - now));
        }
    }
}
