// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.examples.backpressure.view.Point;
import java.util.List;
import java.util.Locale;

/**
 * A scenario in figures; what {@code --json} prints.
 *
 * @param scenario what was played
 * @param control who held the sender back
 * @param goodput percent of what the (healthy) receivers could have got done
 * @param maxQueue longest queue of a (healthy) receiver, messages
 * @param maxWaiting longest queue of a link on the sender's side, messages
 * @param recoveryMillis after the last disturbance has ended, until the rate is back at 90 %; with a dying receiver the longest
 *     time for which the others got less than half; -1: it did not come back
 * @param naks complaints of all receivers
 * @param leftOut messages that had no room on their way to one of several receivers
 * @param senderMegabytes most heap in use here
 * @param receiverMegabytes most heap in use at a receiver
 */
record Outcome(
        String scenario,
        String control,
        double goodput,
        long maxQueue,
        long maxWaiting,
        long recoveryMillis,
        long naks,
        long leftOut,
        long senderMegabytes,
        long receiverMegabytes) {
    private static final double ENOUGH = 0.9;

    static Outcome of(Scenario scenario, Control control, List<Point> points, long leftOut, long here, long there) {
        double could = 0;
        double last = 0;
        for (Point point : points) {
            could += point.capacity() * (point.seconds() - last);
            last = point.seconds();
        }
        double done = points.isEmpty() ? 0 : points.get(points.size() - 1).done();
        return new Outcome(
                scenario.toString(),
                control.toString(),
                could == 0 ? 0 : Math.round(done / could * 1000) / 10.0,
                points.stream().mapToLong(Point::queue).max().orElse(0),
                points.stream().mapToLong(Point::waiting).max().orElse(0),
                recovery(scenario, points),
                points.stream().mapToLong(Point::naks).sum(),
                leftOut,
                here >> 20,
                there >> 20);
    }

    private static long recovery(Scenario scenario, List<Point> points) {
        double whole = points.isEmpty() ? 0 : points.get(points.size() - 1).seconds();
        if (scenario == Scenario.DYING_RECEIVER) {
            return stall(points);
        }
        double end = -1;
        for (Point point : points) {
            boolean disturbed = scenario.isDisturbed(point.seconds(), whole);
            if (disturbed) {
                end = -1;
            } else if (end < 0) {
                end = point.seconds();
            }
        }
        if (scenario == Scenario.FAST_SENDER) {
            return 0;
        }
        double from = end;
        return points.stream()
                .filter(point -> from >= 0 && point.seconds() > from && point.rate() >= ENOUGH * point.capacity())
                .findFirst()
                .map(point -> Math.round((point.seconds() - from) * 1000))
                .orElse(-1L);
    }

    private static long stall(List<Point> points) {
        double longest = 0;
        double since = 0;
        for (Point point : points) {
            if (point.rate() >= point.capacity() / 2) {
                since = point.seconds();
            } else {
                longest = Math.max(longest, point.seconds() - since);
            }
        }
        return Math.round(longest * 1000);
    }

    static String head() {
        return "scenario         goodput   queue  waiting  recovery   NAKs  left out   heap MB";
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%-15s  %5.1f %%  %,6d  %,7d  %5d ms  %,5d  %,8d  %4d %3d",
                scenario,
                goodput,
                maxQueue,
                maxWaiting,
                recoveryMillis,
                naks,
                leftOut,
                senderMegabytes,
                receiverMegabytes);
    }
}
