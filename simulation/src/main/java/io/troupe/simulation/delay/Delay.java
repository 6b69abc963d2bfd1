// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.delay;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A random time: how long a piece of bytes is under way, how long until the next crash, how long a pause lasts. Immutable; any
 * thread. The text of {@link #toString} says how it was made, for reports.
 */
public final class Delay {
    /** No draw is longer: a heavy tail would else make one piece wait for years. */
    private static final long LONGEST = Duration.ofHours(1).toNanos();

    private static final double USUAL_ALPHA = 1.5;

    private final String text;
    private final Draw draw;

    private interface Draw {
        double nanos(RandomGenerator random);
    }

    private Delay(String text, Draw draw) {
        this.text = text;
        this.draw = draw;
    }

    /**
     * Always the same time.
     *
     * @param time zero or more
     * @return the delay
     * @throws IllegalArgumentException if it is negative
     */
    public static Delay fixed(Duration time) {
        double nanos = checked(time, "time");
        return new Delay("fixed(" + time + ")", random -> nanos);
    }

    /**
     * Any time between two, all alike likely.
     *
     * @param least zero or more
     * @param most not less than least
     * @return the delay
     * @throws IllegalArgumentException if they are out of their ranges
     */
    public static Delay uniform(Duration least, Duration most) {
        double from = checked(least, "least");
        double to = checked(most, "most");
        if (to < from) {
            throw new IllegalArgumentException("most must not be less than least: least=" + least + ", most=" + most);
        }
        return new Delay("uniform(" + least + ", " + most + ")", random -> from + random.nextDouble() * (to - from));
    }

    /**
     * Any time up to a longest one, all alike likely.
     *
     * @param most zero or more
     * @return the delay
     * @throws IllegalArgumentException if it is negative
     */
    public static Delay upTo(Duration most) {
        double to = checked(most, "most");
        return new Delay("upTo(" + most + ")", random -> random.nextDouble() * to);
    }

    /**
     * A heavy tail, as networks have: most draws are near the least time, one in a thousand is a hundred times as long (α =
     * 1.5).
     *
     * @param least more than zero
     * @return the delay, an hour at most
     * @throws IllegalArgumentException if it is not more than zero
     */
    public static Delay pareto(Duration least) {
        return pareto(least, USUAL_ALPHA);
    }

    /**
     * A heavy tail.
     *
     * @param least more than zero
     * @param alpha weight of the tail, more than zero: the smaller, the heavier; 2 is mild, 1 has no mean, 0.5 is wild
     * @return the delay, an hour at most
     * @throws IllegalArgumentException if one of them is not more than zero
     */
    public static Delay pareto(Duration least, double alpha) {
        double from = checked(least, "least");
        if (from == 0 || !(alpha > 0)) {
            throw new IllegalArgumentException(
                    "least and alpha must be more than zero: least=" + least + ", alpha=" + alpha);
        }
        return new Delay(
                "pareto(" + least + ", " + alpha + ")", random -> from / Math.pow(1 - random.nextDouble(), 1 / alpha));
    }

    /**
     * The time between events that come by chance, independent of each other (exponential distribution).
     *
     * @param mean more than zero
     * @return the delay, an hour at most
     * @throws IllegalArgumentException if it is not more than zero
     */
    public static Delay every(Duration mean) {
        double nanos = checked(mean, "mean");
        if (nanos == 0) {
            throw new IllegalArgumentException("mean must be more than zero: mean=" + mean);
        }
        return new Delay("every(" + mean + ")", random -> -nanos * Math.log(1 - random.nextDouble()));
    }

    private static double checked(Duration time, String name) {
        if (time.isNegative() || time.compareTo(Duration.ofNanos(LONGEST)) > 0) {
            throw new IllegalArgumentException(name + " must be from zero to an hour: " + name + "=" + time);
        }
        return time.toNanos();
    }

    /**
     * Draws once.
     *
     * @param random source of chance; used once at most
     * @return nanoseconds, from 0 to an hour
     */
    public long nanos(RandomGenerator random) {
        return (long) Math.min((double) LONGEST, draw.nanos(random));
    }

    /** {@return how it was made: {@code pareto(PT0.001S, 1.5)}} */
    @Override
    public String toString() {
        return text;
    }
}
