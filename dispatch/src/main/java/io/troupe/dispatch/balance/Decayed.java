// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/**
 * A sum in which what is older counts exponentially less: a rate, averaged over a time constant, from irregular samples.
 * Not thread-safe.
 */
final class Decayed {
    private double sum;
    private long at;
    private final long since;

    /**
     * Nothing yet.
     *
     * @param since when counting began: a young average must not take the time before for silence
     */
    Decayed(long since) {
        this.since = since;
        this.at = since;
    }

    void add(double amount, long now, double constant) {
        sum = valueAt(now, constant) + amount;
        at = now;
    }

    /** The sum as it is worth now. */
    double valueAt(long now, double constant) {
        return sum * Math.exp(-(now - at) / constant);
    }

    /** Amount per nanosecond, averaged over about the time constant or, if that is less, over the time since the beginning. */
    double rate(long now, double constant) {
        double seen = 1 - Math.exp(-(now - since) / constant);
        return seen <= 0 ? 0 : valueAt(now, constant) / (constant * seen);
    }
}
