// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

/** What a {@link Multicast} does for a subscriber whose buffer is full because it requests too little. */
public enum Lag {
    /** All wait for it: the slowest subscriber decides. Nothing is lost. */
    HOLD,
    /** It loses its oldest element. */
    DROP_OLDEST,
    /** It loses the newest element. */
    DROP_NEWEST,
    /** It gets what is in its buffer, and then fails with a {@link io.troupe.core.error.BackpressureException}. */
    FAIL
}
