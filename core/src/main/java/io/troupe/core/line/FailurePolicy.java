// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.line;

import java.util.Objects;

/**
 * What a line does when the handler of a stage throws. In every case the failure is counted ({@link LineStats}), told to the
 * system's listeners as a failure of the stage, and logged when it is the first of its stage; and the ring goes on or
 * ends, it never stalls. An error of the virtual machine, such as a lack of memory, stops the line under every policy.
 */
public sealed interface FailurePolicy permits FailurePolicy.Skip, FailurePolicy.Stop, FailurePolicy.Retry {
    /**
     * {@return the policy that leaves the element out: later stages do not get it} Stages beside the failing one, of the same
     * diamond, do get it. A batch is left out as a whole: the handler does not say which of its elements failed.
     */
    static FailurePolicy skip() {
        return new Skip();
    }

    /**
     * {@return the policy that ends the line: nothing more is processed} Publishers are refused, and the promise of the end fails
     * with the cause. It is the default, as a lost element must be somebody's choice.
     */
    static FailurePolicy stop() {
        return new Stop();
    }

    /**
     * {@return the policy that calls the handler again at once, and leaves the element out when it goes on failing}
     *
     * @param times how often it is called again, 1 or more
     * @throws IllegalArgumentException if the number is less than 1
     */
    static FailurePolicy retry(int times) {
        return retry(times, skip());
    }

    /**
     * {@return the policy that calls the handler again at once, before another policy applies}
     *
     * @param times how often it is called again, 1 or more
     * @param then what is done when it goes on failing: {@link #skip()} or {@link #stop()}
     * @throws IllegalArgumentException if the number is less than 1, or the second policy retries, too
     */
    static FailurePolicy retry(int times, FailurePolicy then) {
        return new Retry(times, then);
    }

    /** See {@link FailurePolicy#skip()}. */
    record Skip() implements FailurePolicy {}

    /** See {@link FailurePolicy#stop()}. */
    record Stop() implements FailurePolicy {}

    /**
     * See {@link FailurePolicy#retry(int, FailurePolicy)}.
     *
     * @param times how often the handler is called again, 1 or more
     * @param then what is done when it goes on failing
     */
    record Retry(int times, FailurePolicy then) implements FailurePolicy {
        /**
         * Checks the ranges.
         *
         * @param times 1 or more
         * @param then another policy
         */
        public Retry {
            if (times < 1) {
                throw new IllegalArgumentException("a handler must be called again at least once: times=" + times);
            }
            if (Objects.requireNonNull(then, "then") instanceof Retry) {
                throw new IllegalArgumentException(
                        "after retrying an element must be skipped or stop the line: then=" + then);
            }
        }
    }
}
