// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import io.troupe.core.continuation.Deadline;
import io.troupe.core.continuation.Deadlines;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The deadline that asks to one target, or within one system, get unless their callers choose another one. Immutable.
 *
 * @param deadlines of the system
 * @param nanos from the sending on, more than zero
 */
public record AskLimit(Deadlines deadlines, long nanos) {
    /**
     * The limit of a setting.
     *
     * @param deadlines of the system
     * @param timeout zero: none
     * @return null if there is none
     */
    public static @Nullable AskLimit of(Deadlines deadlines, Duration timeout) {
        return timeout.isZero() ? null : new AskLimit(deadlines, Deadline.nanosOf(timeout));
    }
}
