// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is left of the limits of a search. For one thread. */
final class SearchBudget {
    private static final int STEPS_FOR_A_PICTURE = 20_000;
    private static final int STEPS_PER_LOOK_AT_THE_CLOCK = 256;

    private final SearchLimits limits;
    private final long start = System.nanoTime();
    private long steps;
    private long bytes;

    /** Limits of the part that is searched now; what earlier parts have used counts. */
    private long partSteps;

    private long partNanos;
    private @Nullable String exhausted;

    SearchBudget(SearchLimits limits) {
        this.limits = limits;
    }

    /**
     * Begins another part, with its share of what is left, and with all of the memory.
     *
     * @param parts how many are left, with this one
     */
    void beginPart(int parts) {
        long left = limits.steps() - steps;
        partSteps = steps + Math.max(1, left / parts);
        long used = System.nanoTime() - start;
        partNanos = used + Math.max(0, nanosOf(limits) - used) / parts;
        bytes = 0;
        exhausted = null;
    }

    /** The outcome is known: a few steps are left, for a picture of it. */
    void beginPicture() {
        partSteps = Math.min(partSteps, steps + STEPS_FOR_A_PICTURE);
    }

    private static long nanosOf(SearchLimits limits) {
        try {
            return limits.time().toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE; // centuries
        }
    }

    /** {@return whether one more step may be made} */
    boolean step() {
        if (steps >= partSteps) {
            exhausted = "steps=" + limits.steps();
            return false;
        }
        if (++steps % STEPS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() - start >= partNanos) {
            exhausted = "time=" + limits.time();
            return false;
        }
        return exhausted == null;
    }

    void use(long moreBytes) {
        bytes += moreBytes;
        if (bytes > limits.bytes()) {
            exhausted = "bytes=" + limits.bytes();
        }
    }

    void useSteps(long moreSteps) {
        steps += moreSteps;
    }

    /** {@return the limit that was reached; null if none was} */
    @Nullable
    String exhausted() {
        return exhausted;
    }

    long steps() {
        return steps;
    }

    /** An estimate: what a state keeps for itself, if its elements are shared with others. */
    static long bytesOf(Object state) {
        if (state instanceof Map<?, ?> map) {
            return 64 + 48L * map.size();
        }
        if (state instanceof Collection<?> elements) {
            return 64 + 40L * elements.size();
        }
        if (state instanceof CharSequence text) {
            return 64 + 2L * text.length();
        }
        return 64;
    }
}
