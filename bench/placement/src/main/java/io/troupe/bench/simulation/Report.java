// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Comparisons as text. */
final class Report {
    private static final long SECOND = 1_000_000_000;
    private static final double MILLI = 1e6;

    private Report() {}

    /** One table per scenario. */
    static String tables(List<Comparison> comparisons) {
        Map<String, StringBuilder> tables = new LinkedHashMap<>();
        for (Comparison comparison : comparisons) {
            StringBuilder table = tables.computeIfAbsent(comparison.scenario().name, Report::header);
            comparison.tallies().keySet().forEach(scheduler -> table.append(row(comparison, scheduler)));
        }
        StringBuilder all = new StringBuilder();
        tables.values().forEach(table -> all.append(table).append(System.lineSeparator()));
        return all.toString();
    }

    private static StringBuilder header(String scenario) {
        return new StringBuilder("### ")
                .append(scenario)
                .append(System.lineSeparator())
                .append(System.lineSeparator())
                .append(
                        "| workers | scheduler | makespan ms | × optimum | × stealing | cut % | × random | after 1 s % |"
                                + " moves | late | stolen | reaction ms | running | all busy ms |")
                .append(System.lineSeparator())
                .append("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
                .append(System.lineSeparator());
    }

    private static String row(Comparison comparison, String scheduler) {
        Tally tally = comparison.of(scheduler);
        double after = tally.cutShareAfter(SECOND);
        return String.format(
                Locale.ROOT,
                "| %d | %s | %.0f | %.2f | %.2f | %.1f | %.2f | %s | %d | %d | %d | %.0f | %d/%d | %s |%n",
                comparison.scenario().workers,
                scheduler,
                tally.makespan / MILLI,
                comparison.makespanToOptimum(scheduler),
                comparison.makespanToStealing(scheduler),
                100 * tally.cutShare(),
                comparison.cutToRandom(scheduler),
                after < 0 ? "–" : String.format(Locale.ROOT, "%.1f", 100 * after),
                tally.moves(),
                tally.movesInLastThird(),
                tally.stolen,
                comparison.reaction(scheduler),
                tally.runningMost,
                tally.runningAtEnd,
                tally.allBusyAfter < 0 ? "–" : String.format(Locale.ROOT, "%.1f", tally.allBusyAfter / MILLI));
    }

    /** One object per line. */
    static String json(List<Comparison> comparisons) {
        StringBuilder all = new StringBuilder();
        for (Comparison comparison : comparisons) {
            for (Map.Entry<String, Tally> entry : comparison.tallies().entrySet()) {
                all.append(line(comparison, entry.getKey(), entry.getValue()));
            }
        }
        return all.toString();
    }

    private static String line(Comparison comparison, String scheduler, Tally tally) {
        return String.format(
                Locale.ROOT,
                "{\"scenario\":\"%s\",\"workers\":%d,\"scheduler\":\"%s\",\"makespanNanos\":%d,\"messages\":%d,"
                        + "\"toOptimum\":%.4f,\"toStealing\":%.4f,\"cut\":%.4f,\"cutToRandom\":%.4f,\"moves\":%d,"
                        + "\"movesInLastThird\":%d,\"stolen\":%d,\"reactionMillis\":%.1f,\"runningMost\":%d,"
                        + "\"runningAtEnd\":%d,\"allBusyAfterNanos\":%d}%n",
                comparison.scenario().name,
                comparison.scenario().workers,
                scheduler,
                tally.makespan,
                tally.messages,
                comparison.makespanToOptimum(scheduler),
                comparison.makespanToStealing(scheduler),
                tally.cutShare(),
                comparison.cutToRandom(scheduler),
                tally.moves(),
                tally.movesInLastThird(),
                tally.stolen,
                comparison.reaction(scheduler),
                tally.runningMost,
                tally.runningAtEnd,
                tally.allBusyAfter);
    }
}
