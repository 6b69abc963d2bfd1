// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.report;

import io.troupe.bench.remoting.measure.Run;
import io.troupe.bench.report.Spread;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Results as text, one table per workload: medians of all rounds with the lowest and the highest rate, those of single windows, processor time per message of both processes
 * together, and ratios of medians.
 *
 * @param results the figures
 * @param stacks the rows
 * @param limit the stack that is the limit
 * @param ours the stack that is compared with its peers; neither it nor the limit is a peer
 */
public record Table(Results results, List<String> stacks, String limit, String ours) {
    private static final String NONE = "-";
    private static final String ROW = "%-12s %12s %23s %23s %10s %10s %8s %8s %8s%n";
    private static final double MICRO = 1e3;

    /** The tables of these workloads. */
    public String text(List<String> loads) {
        StringBuilder text = new StringBuilder();
        loads.forEach(load -> table(load, text));
        return text.toString();
    }

    /** One round in a few words. */
    public static String brief(Run measured) {
        String rate = String.format(Locale.ROOT, "%,.0f/s", measured.perSecond());
        return measured.p50Nanos() == 0
                ? rate
                : rate + ", p50 " + micros(measured.p50Nanos()) + " µs, p99 " + micros(measured.p99Nanos()) + " µs";
    }

    private void table(String load, StringBuilder text) {
        text.append(String.format("%n%s%n", load))
                .append(String.format(
                        ROW,
                        "stack",
                        "per second",
                        "of rounds",
                        "of windows",
                        "p50 µs",
                        "p99 µs",
                        "cpu µs",
                        "× limit",
                        "× peer"));
        OptionalDouble limitRate = results.rate(limit, load);
        OptionalDouble bestRate = bestPeer(load);
        for (String stack : stacks) {
            List<Run> rounds = results.of(stack, load);
            if (rounds.isEmpty()) {
                text.append(String.format("%-10s failed%n", stack));
                continue;
            }
            Spread rate = Results.spread(rounds, Run::perSecond);
            boolean timed = rounds.get(0).p50Nanos() > 0;
            text.append(String.format(
                    ROW,
                    stack,
                    count(rate.median()),
                    range(rate),
                    range(windows(rounds)),
                    timed ? micros(Results.spread(rounds, Run::p50Nanos).median()) : NONE,
                    timed ? micros(Results.spread(rounds, Run::p99Nanos).median()) : NONE,
                    micros(Results.spread(rounds, Run::cpuNanosEach).median()),
                    ratio(rate.median(), limitRate),
                    ratio(rate.median(), bestRate)));
        }
    }

    private OptionalDouble bestPeer(String load) {
        return stacks.stream()
                .filter(stack -> !stack.equals(limit) && !stack.equals(ours))
                .map(stack -> results.rate(stack, load))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    /** Rates of all windows of all rounds: what an average over a second does not show. */
    private static Spread windows(List<Run> rounds) {
        return Spread.of(rounds.stream()
                .map(Run::windowsPerSecond)
                .flatMapToDouble(windows -> DoubleStream.of(windows.low(), windows.high()))
                .toArray());
    }

    private static String range(Spread spread) {
        return count(spread.low()) + "–" + count(spread.high());
    }

    private static String count(double rate) {
        return String.format(Locale.ROOT, "%,.0f", rate);
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%,.1f", nanos / MICRO);
    }

    private static String ratio(double rate, OptionalDouble reference) {
        return reference.isEmpty() ? NONE : String.format(Locale.ROOT, "%.3f", rate / reference.getAsDouble());
    }
}
