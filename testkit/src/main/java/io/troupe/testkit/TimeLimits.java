// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import java.time.Duration;

/** Rules for limits of waiting. */
final class TimeLimits {
    private TimeLimits() {}

    static void check(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("limit must not be negative: limit=" + limit);
        }
    }
}
