// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import java.time.Duration;
import java.util.Locale;

/** Kinds of trouble: from a third to two thirds of the time, or for 200 ms at these two moments. */
enum Scenario {
    /** The sender sends flat out, the receiver takes what it can. */
    FAST_SENDER(1, 100_000, Double.POSITIVE_INFINITY, "sender flat out, receiver 100,000/s"),
    /** The receiver slows down to a quarter and back. */
    SLOW_RECEIVER(1, 100_000, Double.POSITIVE_INFINITY, "receiver slows to a quarter and back"),
    /** The receiver's process is stopped for 200 ms, twice. */
    PAUSE(1, 100_000, 75_000, "75,000/s offered, receiver stopped for 200 ms twice"),
    /** One of eight receivers stops for good. */
    DYING_RECEIVER(8, 0, 5_000, "5,000/s to each of 8, one stops without a word");

    private static final Duration PAUSED = Duration.ofMillis(200);

    private final int receivers;
    private final double capacity;
    private final double offered;
    private final String text;

    Scenario(int receivers, double capacity, double offered, String text) {
        this.receivers = receivers;
        this.capacity = capacity;
        this.offered = offered;
        this.text = text;
    }

    int receivers() {
        return receivers;
    }

    /** Messages per second that a receiver can do; 0: as many as come. */
    double capacity() {
        return capacity;
    }

    /** Messages per second; infinite: flat out. */
    double offered() {
        return offered;
    }

    /** In words. */
    String text() {
        return text;
    }

    /** Whether something is wrong at this share of the time. */
    boolean isDisturbed(double seconds, double whole) {
        double pause = PAUSED.toMillis() / 1000.0;
        return switch (this) {
            case FAST_SENDER -> false;
            case SLOW_RECEIVER -> seconds >= whole / 3 && seconds < whole * 2 / 3;
            case PAUSE ->
                (seconds >= whole / 3 && seconds < whole / 3 + pause)
                        || (seconds >= whole * 2 / 3 && seconds < whole * 2 / 3 + pause);
            case DYING_RECEIVER -> seconds >= whole / 3;
        };
    }

    /** Messages that a healthy receiver should handle per second. */
    double expected(boolean disturbed) {
        if (this == SLOW_RECEIVER && disturbed) {
            return capacity / 4;
        }
        return capacity == 0 ? offered : Math.min(capacity, offered);
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
