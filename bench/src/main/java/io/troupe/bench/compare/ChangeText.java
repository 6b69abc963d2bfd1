// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Digits;
import io.troupe.bench.results.Result;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison as a table or as JSON. */
public final class ChangeText {
    private static final double HUNDRED = 100;
    private static final String NONE = "-";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

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
        ObjectNode root = NODES.objectNode()
                .put("alpha", comparison.rule().alpha())
                .put("effect", comparison.rule().effect())
                .put("noise", comparison.noise().known() ? comparison.noise().usual() : null)
                .put("exitCode", comparison.exitCode());
        ArrayNode differences = root.putArray("differences");
        comparison.differences().forEach(differences::add);
        ArrayNode changes = root.putArray("changes");
        comparison.changes().forEach(change -> changes.add(json(change)));
        return root.toPrettyString() + "\n";
    }

    private static ObjectNode json(Change change) {
        Result.Cell cell = change.key().cell();
        ObjectNode node = NODES.objectNode()
                .put("suite", cell.suite())
                .put("benchmark", cell.benchmark())
                .put("system", change.key().label());
        ObjectNode params = node.putObject("params");
        cell.params().forEach(params::put);
        node.put("unit", cell.unit());
        node.set("old", json(change.before()));
        node.set("new", json(change.after()));
        return node.put("timesBetter", finite(change.times()))
                .put("p", finite(change.p()))
                .put("adjustedP", finite(change.adjusted()))
                .put("verdict", change.verdict().name())
                .put("reason", change.reason());
    }

    private static JsonNode json(@Nullable Spread spread) {
        return spread == null
                ? NODES.nullNode()
                : NODES.objectNode()
                        .put("median", spread.median())
                        .put("low", spread.low())
                        .put("high", spread.high());
    }

    /** JSON knows neither NaN nor infinity. */
    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
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
