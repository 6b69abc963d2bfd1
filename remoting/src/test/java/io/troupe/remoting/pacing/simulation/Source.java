// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import java.util.function.LongToDoubleFunction;

/**
 * Who produces messages.
 *
 * @param rate messages per second at a time
 * @param blocking whether it waits when the outbox is full; otherwise the outbox grows
 * @param outbox messages that may wait at a blocking or dropping sender
 */
record Source(LongToDoubleFunction rate, boolean blocking, int outbox) {
    /** As fast as is allowed, 500 k/s at most. */
    static Source saturating() {
        return new Source(now -> 500_000, true, 32_000);
    }

    /** Events that come whether or not anybody is ready for them. */
    static Source stream(LongToDoubleFunction rate) {
        return new Source(rate, false, Integer.MAX_VALUE);
    }
}
