// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Lets every message, answer and turn take a random time, and picks what is due first: a simulation of discrete events. Times
 * have a Pareto distribution, so that few of them are very long: those of single events, or those of all events of one lane.
 * Timers are due at their own times.
 */
final class LatencyChooser extends HeapChooser {
    private final Chance chance;
    private final double exponent;
    private final boolean perLane;

    /** The shortest time, in nanoseconds. */
    private final double unit;

    private double now;
    private double timeDue;
    private long timer = Long.MIN_VALUE;

    /**
     * Nothing is possible so far.
     *
     * @param alpha of the distribution; the smaller, the longer are the longest times
     * @param perLane whether a lane has its speed for the whole run
     * @param unit shortest time, in nanoseconds
     */
    LatencyChooser(Chance chance, double alpha, boolean perLane, double unit) {
        this.chance = chance;
        this.exponent = -1 / alpha;
        this.perLane = perLane;
        this.unit = unit;
    }

    @Override
    void add(Lane lane) {
        Flight head = lane.head;
        double from = head == null ? now : head.made;
        lane.rank = Math.max(now, from + (perLane ? delayOf(lane) : delay()));
        push(lane);
    }

    /** Of one lane, with a little chance, lest ties always end alike. */
    private double delayOf(Lane lane) {
        if (lane.slowness == 0) {
            lane.slowness = delay();
        }
        return lane.slowness * (1 + chance.unit() / 2);
    }

    private double delay() {
        double chosen = 1 - chance.unit();
        if (exponent == -1) {
            return unit / chosen;
        }
        return exponent == -2 ? unit / (chosen * chosen) : unit * Math.pow(chosen, exponent);
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        Lane first = first();
        if (time != null) {
            if (timer != nanos) { // another timer is the earliest: its span begins now
                timer = nanos;
                timeDue = now + nanos;
            }
            if (timeDue < first.rank) {
                now = timeDue;
                timer = Long.MIN_VALUE;
                return time;
            }
        }
        remove(first);
        now = Math.max(now, first.rank);
        return first;
    }

    @Override
    double now() {
        return now;
    }
}
