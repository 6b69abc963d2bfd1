// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of one promise: an entry of a {@link DeadlineShard}, 32 bytes. Whoever holds the promise pending holds
 * this, too, and releases it when the promise settles; from then on the shard keeps nothing of the promise.
 */
public class Deadline {
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;
    private static final Duration LONGEST = Duration.ofNanos(LONGEST_NANOS);

    /**
     * Null once the promise has settled. Written by the settling thread with a plain store, read by others racily: who
     * still sees the promise afterwards finds it settled.
     */
    private @Nullable DefaultPromise<?> promise;

    /** On the clock of the shard. Written under the monitor of the shard; read by others racily, for errors and links. */
    private long end;

    /** Nanoseconds. Written like {@link #end}. */
    private long limit;

    Deadline(DefaultPromise<?> promise, long end, long limit) {
        this.promise = promise;
        this.end = end;
        this.limit = limit;
    }

    /**
     * A limit in nanoseconds; what is too long to be counted is cut to 73 years.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public static long nanosOf(Duration limit) {
        Objects.requireNonNull(limit, "timeout");
        if (limit.isNegative()) {
            throw new IllegalArgumentException(
                    "timeout must not be negative: timeout=" + limit + "; zero means no deadline");
        }
        return limit.compareTo(LONGEST) < 0 ? limit.toNanos() : LONGEST_NANOS;
    }

    /** A number of nanoseconds from elsewhere as a limit: 0 if it is not more than zero, at most 73 years. */
    public static long limitOf(long nanos) {
        return Math.min(Math.max(0, nanos), LONGEST_NANOS);
    }

    /** Lets go of the promise, which has settled or has another deadline now. Any thread. */
    public final void release() {
        promise = null;
    }

    /**
     * Nanoseconds left; zero or less when it has passed. Any thread; racy.
     *
     * @param now on the clock of the promise's system
     */
    public final long left(long now) {
        return end - now;
    }

    /**
     * Nanoseconds since it was set. Any thread; racy.
     *
     * @param now on the clock of the promise's system
     */
    public final long age(long now) {
        return now - (end - limit);
    }

    final @Nullable DefaultPromise<?> promise() {
        return promise;
    }

    final long end() {
        return end;
    }

    final Duration limit() {
        return Duration.ofNanos(limit);
    }

    /** Begins anew. Under the monitor of the shard. */
    final void renew(long newEnd, long newLimit) {
        end = newEnd;
        limit = newLimit;
    }

    /** Where in the user's code it was set; null unless that was asked for. */
    @Nullable
    StackFrame callSite() {
        return null;
    }

    /** One that knows where it was set: about a microsecond more, for debugging. */
    static final class Traced extends Deadline {
        private static final StackWalker WALKER = StackWalker.getInstance();
        private static final String OWN_CODE = "io.troupe.core.";

        private final @Nullable StackFrame callSite;

        Traced(DefaultPromise<?> promise, long end, long limit) {
            super(promise, end, limit);
            this.callSite =
                    WALKER.walk(frames -> frames.filter(at -> !at.getClassName().startsWith(OWN_CODE)
                                    && !at.getClassName().contains("$$Troupe"))
                            .findFirst()
                            .orElse(null));
        }

        @Override
        @Nullable
        StackFrame callSite() {
            return callSite;
        }
    }
}
