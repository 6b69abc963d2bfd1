// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketOptions;
import java.time.Duration;

/** Limits of time in nanoseconds. */
final class Timeouts {
    private Timeouts() {}

    /** Nanoseconds; {@link Long#MAX_VALUE} for {@link SocketOptions#FOREVER} and whatever is longer. */
    static long nanos(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("a limit must not be negative: limit=" + limit);
        }
        return limit.compareTo(SocketOptions.FOREVER) >= 0 ? Long.MAX_VALUE : limit.toNanos();
    }
}
