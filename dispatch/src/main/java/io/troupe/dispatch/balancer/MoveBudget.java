// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

/** A token bucket: so many moves per second, and those of a few quiet seconds at once. */
final class MoveBudget {
    private static final int SAVED_SECONDS = 5;

    private final double perSecond;
    private double tokens;
    private long at;
    private boolean begun;

    MoveBudget(int perSecond) {
        this.perSecond = perSecond;
    }

    int available(long now) {
        double limit = perSecond * SAVED_SECONDS;
        tokens = begun ? Math.min(limit, tokens + (now - at) * 1e-9 * perSecond) : limit;
        begun = true;
        at = now;
        return (int) tokens;
    }

    void spend(int moves) {
        tokens -= moves;
    }
}
