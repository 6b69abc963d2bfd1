// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.view;

import io.troupe.bench.report.Machine;
import io.troupe.bench.report.Spread;
import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.store.Folder;
import io.troupe.bench.run.store.JsonTree;
import io.troupe.bench.run.store.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reports as plain text: a table of medians with lowest and highest fork, and where the other figures are. */
public final class TextReporting implements Reporting {
    private static final String ROW = "%-64s %12s  %s%n";
    private static final String QUICK = "quick";

    /** Without settings. */
    public TextReporting() {}

    @Override
    public Surroundings surroundings() {
        return new Surroundings(Machine.current(List.of()).facts(), List.of());
    }

    @Override
    public String report(Folder folder) throws IOException {
        Map<?, ?> run = JsonTree.map(JsonTree.read(folder.record()));
        StringBuilder text = new StringBuilder();
        String state = JsonTree.text(run, "state");
        if (!state.equals(RunRecord.FINISHED)) {
            text.append("The run was interrupted: these are the figures up to then.")
                    .append(System.lineSeparator());
        }
        if (JsonTree.text(run, "profile").equals(QUICK)) {
            text.append("Profile quick: no figures to quote.").append(System.lineSeparator());
        }
        for (Path file : folder.rawFiles()) {
            append(text, file);
        }
        for (Object note : JsonTree.list(run.get("notes"))) {
            text.append("Note: ").append(note).append(System.lineSeparator());
        }
        Folder.write(folder.path().resolve("report.txt"), beside -> Files.writeString(beside, text));
        return text.toString();
    }

    private static void append(StringBuilder text, Path file) {
        List<JmhRow> rows = JmhRow.of(JsonTree.read(file));
        text.append(String.format("raw/%s%n", file.getFileName()));
        for (JmhRow row : rows) {
            text.append(String.format(Locale.ROOT, "  " + ROW, row.label(), figure(row.spread()), row.unit()));
        }
        if (rows.isEmpty()) {
            text.append(String.format("  figures of a program: see the file%n"));
        }
    }

    @Override
    public Comparison compare(Path before, Path after) {
        Map<String, JmhRow> old = JmhRow.byLabel(JsonTree.read(before));
        Map<String, JmhRow> now = JmhRow.byLabel(JsonTree.read(after));
        StringBuilder text = new StringBuilder();
        boolean regression = false;
        for (JmhRow row : now.values()) {
            JmhRow earlier = old.get(row.label());
            if (earlier != null) {
                String verdict = verdict(earlier, row);
                regression |= verdict.equals("worse");
                double ratio = row.spread().median() / earlier.spread().median();
                text.append(String.format(
                        Locale.ROOT, ROW, row.label(), String.format(Locale.ROOT, "%.2f x", ratio), verdict));
            }
        }
        if (text.isEmpty()) {
            throw BenchException.wrong("files must have JMH results in common: old=" + before + ", new=" + after);
        }
        return new Comparison(text.toString(), regression);
    }

    /** Forks whose ranges overlap show nothing. */
    private static String verdict(JmhRow before, JmhRow after) {
        boolean higher = after.spread().low() > before.spread().high();
        boolean lower = after.spread().high() < before.spread().low();
        if (!higher && !lower) {
            return "within the noise";
        }
        return higher == after.higherIsBetter() ? "better" : "worse";
    }

    private static String figure(Spread spread) {
        return String.format(Locale.ROOT, "%.4g (%.4g-%.4g)", spread.median(), spread.low(), spread.high());
    }
}
