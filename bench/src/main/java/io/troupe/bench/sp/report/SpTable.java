// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.report;

import io.troupe.bench.report.Spread;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.stack.Kind;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Results as text, one table per cell: medians of all rounds with the lowest and the highest, and ratios of medians to the best
 * peer and the best floor. A ratio above 1 is better, for times, too.
 *
 * @param results the figures
 */
public record SpTable(SpResults results) {
    private static final String ROW = "%-10s %10s %19s %12s %12s %9s%n";
    private static final String NONE = "-";
    private static final double MICRO = 1e3;

    /** The tables of these cells, then how the stacks are set up. */
    public String text(List<String> cells) {
        StringBuilder text = new StringBuilder();
        cells.forEach(cell -> table(cell, text));
        text.append(String.format("%n"));
        for (SpResults.Row row : results.rows()) {
            text.append(
                    String.format("%-10s %s%n", row.stack().name(), row.stack().about()));
        }
        return text.toString();
    }

    /** One round in a few words. */
    public static String brief(Outcome outcome) {
        return timed(outcome)
                ? String.format(
                        Locale.ROOT, "p50 %s µs, p99 %s µs", micros(outcome.p50Nanos()), micros(outcome.p99Nanos()))
                : String.format(Locale.ROOT, "%.2f Gb/s, %,.0f/s", outcome.gigabits(), outcome.perSecond());
    }

    private void table(String cell, StringBuilder text) {
        boolean times = results.rows().stream()
                .flatMap(row -> results.of(row.stack().name(), cell).stream())
                .anyMatch(SpTable::timed);
        ToDoubleFunction<Outcome> speed = times ? outcome -> 1 / (double) outcome.p50Nanos() : Outcome::gigabits;
        OptionalDouble bestPeer = results.best(cell, kind -> kind == Kind.PEER, speed);
        OptionalDouble bestFloor = results.best(cell, kind -> kind == Kind.FLOOR, speed);
        text.append(String.format("%n%s%n", cell))
                .append(String.format(
                        ROW,
                        "stack",
                        times ? "p50 µs" : "Gb/s",
                        "low–high",
                        times ? "p99 µs" : "per second",
                        "× best peer",
                        "× floor"));
        for (SpResults.Row row : results.rows()) {
            String name = row.stack().name();
            List<Outcome> rounds = results.of(name, cell);
            if (rounds.isEmpty()) {
                text.append(String.format("%-10s %s%n", name, why(row, cell)));
                continue;
            }
            Spread main = SpResults.spread(rounds, times ? SpTable::p50 : Outcome::gigabits);
            double other = SpResults.spread(rounds, times ? SpTable::p99 : Outcome::perSecond)
                    .median();
            OptionalDouble own = results.median(name, cell, speed);
            text.append(String.format(
                    ROW,
                    name,
                    figure(main.median()),
                    figure(main.low()) + "–" + figure(main.high()),
                    times ? figure(other) : String.format(Locale.ROOT, "%,.0f", other),
                    ratio(own, bestPeer),
                    ratio(own, bestFloor)));
        }
    }

    private String why(SpResults.Row row, String cell) {
        if (!row.missing().isEmpty()) {
            return row.missing();
        }
        return results.offered(row.stack().name(), cell) ? "failed" : "does not offer this";
    }

    private static boolean timed(Outcome outcome) {
        return outcome.p50Nanos() > 0;
    }

    private static double p50(Outcome outcome) {
        return outcome.p50Nanos() / MICRO;
    }

    private static double p99(Outcome outcome) {
        return outcome.p99Nanos() / MICRO;
    }

    private static String micros(long nanos) {
        return figure(nanos / MICRO);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String ratio(OptionalDouble own, OptionalDouble reference) {
        return own.isEmpty() || reference.isEmpty()
                ? NONE
                : String.format(Locale.ROOT, "%.2f", own.getAsDouble() / reference.getAsDouble());
    }
}
