// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

/** Spin, yield, park. */
record BackoffIdle(int spins, int yields) implements IdleStrategy {
    BackoffIdle {
        if (spins < 0) {
            throw new IllegalArgumentException("spins must not be negative: spins=" + spins);
        }
        if (yields < 0) {
            throw new IllegalArgumentException("yields must not be negative: yields=" + yields);
        }
    }

    /** How often it looks for work at most. */
    long rounds() {
        return (long) spins + yields;
    }

    @Override
    public boolean idle(int rounds) {
        if (rounds < spins) {
            Thread.onSpinWait();
            return true;
        }
        if (rounds < spins + yields) {
            Thread.yield();
            return true;
        }
        return false;
    }
}
