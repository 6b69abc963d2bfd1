// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.actor;

import io.troupe.core.message.AddressNames;
import io.troupe.core.message.PlainText;
import java.util.Objects;

/**
 * The bounds of one pool of threads for blocking work; see {@code SystemBuilder.blocking}. Pools share nothing: a full one
 * does not delay the others.
 *
 * @param name unique in its system: letters, digits, '-', '_' or '.', beginning with a letter or digit
 * @param threads most pieces of work at a time, 1 or more
 * @param queue most pieces of work that wait, 1 or more
 */
public record BlockingPool(String name, int threads, int queue) {
    /** Name of the pool that {@link ActorContext#blocking(java.util.concurrent.Callable)} uses. */
    public static final String DEFAULT = "default";

    /**
     * Checks the ranges.
     *
     * @param name letters, digits, '-', '_' or '.', beginning with a letter or digit
     * @param threads 1 or more
     * @param queue 1 or more
     * @throws IllegalArgumentException if the name breaks its rule or a bound is less than 1
     */
    public BlockingPool {
        Objects.requireNonNull(name, "name");
        if (!AddressNames.isValid(name)) {
            throw new IllegalArgumentException("pool name must be letters, digits, '-', '_' or '.', beginning with a"
                    + " letter or digit: name=" + PlainText.of(name));
        }
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "a blocking pool must have at least 1 thread: threads=" + threads + ", pool=" + name);
        }
        if (queue < 1) {
            throw new IllegalArgumentException(
                    "a blocking pool must have a queue of at least 1: queue=" + queue + ", pool=" + name);
        }
    }
}
