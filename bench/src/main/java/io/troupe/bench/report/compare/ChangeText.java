// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import io.troupe.bench.report.Digits;
import io.troupe.bench.report.Json;
import io.troupe.bench.report.Spread;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison as a table or as JSON. */
public final class ChangeText {
    private static final double HUNDRED = 100;
    private static final String NONE = "-";

    private ChangeText() {}

    /** A line per change, those of a kind together, regressions first; then how it was judged. */
    public static String table(Comparison comparison) {
        StringBuilder text = new StringBuilder();
        int width = comparison.changes().stream()
                .mapToInt(change -> change.key().toString().length())
                .max()
                .orElse(0);
        String row = "%-8s %-" + Math.max(width, 1) + "s %26s %26s %8s %7s  %s%n";
        text.append(String.format(
                row, "verdict", "what", "old (low–high)", "new (low–high)", "better", "p", "unit, reason"));
        for (Verdict verdict : new Verdict[] {
            Verdict.SLOWER, Verdict.FASTER, Verdict.UNSURE, Verdict.SAME, Verdict.ADDED, Verdict.REMOVED
        }) {
            for (Change change : comparison.of(verdict)) {
                text.append(String.format(
                        row,
                        verdict.name().toLowerCase(Locale.ROOT),
                        change.key(),
                        spread(change.before()),
                        spread(change.after()),
                        number("%.2f×", change.times()),
                        number("%.3f", change.adjusted()),
                        change.key().cell().unit() + (change.reason().isEmpty() ? "" : ", " + change.reason())));
            }
        }
        return text.append(String.format("%n")).append(words(comparison)).toString();
    }

    /** How many of each kind, how that was judged, and what differs between the machines; a line each. */
    public static String words(Comparison comparison) {
        StringBuilder text = new StringBuilder();
        Compare rule = comparison.rule();
        int tested = 0;
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Change change : comparison.changes()) {
            counts.merge(change.verdict(), 1, Integer::sum);
            tested += Double.isNaN(change.p()) ? 0 : 1;
        }
        text.append(counts.entrySet().stream()
                        .map(count ->
                                count.getValue() + " " + count.getKey().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")))
                .append(String.format("%n"));
        text.append(String.format(
                Locale.ROOT,
                "Counted: medians that differ by %.0f %% or more, and by more than the noise, with p ≤ %s by Welch's test of the"
                        + " ratio over the medians of forks, if their ranks agree.%n",
                rule.effect() * HUNDRED,
                rule.alpha()));
        text.append(String.format(
                Locale.ROOT,
                "Corrected by Benjamini and Hochberg for %d figures tested together: at most %.0f %% of the changes named are"
                        + " chance.%n",
                tested,
                rule.alpha() * HUNDRED));
        text.append(
                comparison.noise().known()
                        ? String.format(
                                Locale.ROOT,
                                "Noise by A/A: %.1f %% in the median of %d pairs.%n",
                                comparison.noise().usual() * HUNDRED,
                                comparison.noise().pairs())
                        : String.format("Noise unknown: neither run has an A/A part.%n"));
        comparison.differences().forEach(words -> text.append(String.format("Different: %s%n", words)));
        return text.toString();
    }

    /** As one JSON object. */
    public static String json(Comparison comparison) {
        String changes =
                comparison.changes().stream().map(ChangeText::json).collect(Collectors.joining(",\n", "[\n", "\n]"));
        String differences =
                comparison.differences().stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]"));
        return "{\"alpha\":" + comparison.rule().alpha() + ",\"effect\":"
                + comparison.rule().effect() + ",\"noise\":"
                + (comparison.noise().known() ? comparison.noise().usual() : null) + ",\"exitCode\":"
                + comparison.exitCode() + ",\n\"differences\":" + differences + ",\n\"changes\":" + changes + "}\n";
    }

    private static String json(Change change) {
        String params = change.key().cell().params().entrySet().stream()
                .map(param -> Json.quoted(param.getKey()) + ":" + Json.quoted(param.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        return "{\"suite\":" + Json.quoted(change.key().cell().suite()) + ",\"benchmark\":"
                + Json.quoted(change.key().cell().benchmark()) + ",\"system\":"
                + Json.quoted(change.key().label()) + ",\"params\":" + params + ",\"unit\":"
                + Json.quoted(change.key().cell().unit()) + ",\"old\":" + json(change.before()) + ",\"new\":"
                + json(change.after()) + ",\"timesBetter\":" + json(change.times()) + ",\"p\":" + json(change.p())
                + ",\"adjustedP\":" + json(change.adjusted()) + ",\"verdict\":"
                + Json.quoted(change.verdict().name()) + ",\"reason\":" + Json.quoted(change.reason()) + "}";
    }

    private static String json(@Nullable Spread spread) {
        return spread == null
                ? "null"
                : "{\"median\":" + json(spread.median()) + ",\"low\":" + json(spread.low()) + ",\"high\":"
                        + json(spread.high()) + "}";
    }

    /** JSON knows neither NaN nor infinity. */
    private static String json(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }

    private static String spread(@Nullable Spread spread) {
        return spread == null
                ? NONE
                : Digits.three(spread.median()) + " (" + Digits.three(spread.low()) + "–" + Digits.three(spread.high())
                        + ")";
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, format, value);
    }
}
