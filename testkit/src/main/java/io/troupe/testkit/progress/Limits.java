// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.progress;

import java.time.Duration;

/** Rules for limits of waiting. */
final class Limits {
    private Limits() {}

    static void check(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("limit must not be negative: limit=" + limit);
        }
    }
}
