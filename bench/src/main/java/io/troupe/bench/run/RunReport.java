// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.troupe.bench.compare.ChangeText;
import io.troupe.bench.compare.Compare;
import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Probe;
import io.troupe.bench.report.Page;
import io.troupe.bench.report.Report;
import io.troupe.bench.results.GoFormat;
import io.troupe.bench.results.RawFiles;
import io.troupe.bench.results.ResultFile;
import io.troupe.bench.results.Results;
import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.targets.Judgement;
import io.troupe.bench.targets.Outcome;
import io.troupe.bench.targets.Targets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks at the machine, and reports what was measured: as a page with pictures ({@code report.html}), in the Go benchmark format
 * ({@code results.txt}) and as one JSON file ({@code results.json}, which can be compared with that of another run). One thread.
 */
final class RunReport {
    private static final String TARGETS = "targets.md";
    private static final String QUICK = "quick";
    private static final String QUICK_WORDS =
            "Profile quick: a few seconds per benchmark show that it runs, and give no figures to quote.";

    private RunReport() {}

    /**
     * Where it runs.
     *
     * @param facts in the order in which they are shown
     * @param marks sentences about what makes figures doubtful, such as a processor that is stolen
     */
    record Surroundings(Map<String, String> facts, List<String> marks) {}

    /**
     * Two runs beside each other.
     *
     * @param text for the terminal
     * @param json the same for programs
     * @param regression whether something became worse beyond the noise
     */
    record Comparison(String text, String json, boolean regression) {}

    /** Looks at the machine. */
    static Surroundings surroundings() {
        Environment found = Probe.here().environment(JmhFork.inherited());
        return new Surroundings(found.facts(), found.sentences());
    }

    /**
     * Writes the report of a run, finished or not, from its files.
     *
     * @return a summary for the terminal
     * @throws IOException if a file cannot be read or written
     */
    static String report(Folder folder) throws IOException {
        JsonNode run = folder.readRecord();
        Results results = results(folder, run);
        Disturbances disturbances = new Disturbances(results.marks(), results.results());
        List<Judgement> verdicts = judgements(run, results, disturbances);
        String profile = run.path("profile").asText();
        Report report = new ReportBuilder(results, verdicts, disturbances).build("Benchmarks, profile " + profile);
        write(folder, "report.html", Page.html(report));
        write(folder, "results.txt", GoFormat.text(results));
        write(folder, "results.json", ResultFile.text(results));
        return summary(
                report, verdicts, !profile.equals(QUICK), results.results().size());
    }

    /** Of what was asked for: rows that can be judged, and those whose benchmark failed or did not get its turn. */
    private static List<Judgement> judgements(JsonNode run, Results results, Disturbances disturbances) {
        Set<String> incomplete = new HashSet<>();
        for (JsonNode part : run.path("parts")) {
            if (part.path("done").asInt() < part.path("steps").asInt()) {
                String prefix = part.path("suite").asText() + "-";
                String name = part.path("part").asText();
                incomplete.add(name.startsWith(prefix) ? name.substring(prefix.length()) : name);
            }
        }
        return targets().judge(results, disturbances::of).stream()
                .filter(judgement -> judgement.outcome() != Outcome.NOT_MEASURED
                        || incomplete.stream().anyMatch(judgement::isAbout))
                .toList();
    }

    /** The raw figures with what the run says of itself. */
    private static Results results(Folder folder, JsonNode run) throws IOException {
        List<String> marks = new ArrayList<>();
        String state = run.path("state").asText();
        if (state.startsWith(RunRecord.FAILED)) {
            marks.add("The run " + state + ". These are the figures up to then.");
        } else if (!state.equals(RunRecord.FINISHED)) {
            marks.add("The run was interrupted: these are the figures up to then.");
        }
        if (run.path("profile").asText().equals(QUICK)) {
            marks.add(QUICK_WORDS);
        }
        run.path("notes").forEach(note -> marks.add(note.asText("")));
        Results raw = Results.NONE;
        if (!folder.rawFiles().isEmpty()) {
            try {
                raw = RawFiles.read(folder.raw());
            } catch (IllegalArgumentException e) { // torn or unknown, all of them
                marks.add(String.valueOf(e.getMessage()));
            }
        }
        Map<String, String> facts = new LinkedHashMap<>();
        run.path("environment")
                .properties()
                .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asText("")));
        String options = raw.environment().getOrDefault(Results.OPTIONS, "");
        return Results.of(facts, List.of(), marks).and(raw.withEnvironment(Map.of(Results.OPTIONS, options)));
    }

    /** The demands that were current when this was built. */
    private static Targets targets() {
        try (InputStream in = RunReport.class.getResourceAsStream(TARGETS)) {
            if (in == null) {
                throw new IllegalStateException("the build must contain its targets: resource=" + TARGETS);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Targets.parse(text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Folder folder, String name, String text) throws IOException {
        Folder.write(folder.path().resolve(name), beside -> Files.writeString(beside, text));
    }

    private static String summary(Report report, List<Judgement> verdicts, boolean judged, int figures) {
        StringBuilder text = new StringBuilder();
        report.marks().forEach(mark -> text.append("Mark: ").append(mark).append(System.lineSeparator()));
        Map<Outcome, Integer> count = new EnumMap<>(Outcome.class);
        for (Judgement verdict : verdicts) {
            count.merge(verdict.outcome(), 1, Integer::sum);
            if (judged) {
                text.append(verdict).append(System.lineSeparator());
            }
        }
        String counts = count.entrySet().stream()
                .map(entry -> entry.getKey().words() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        text.append("Targets: ")
                .append(counts.isEmpty() ? "none was asked for" : counts)
                .append(System.lineSeparator());
        text.append(String.format(
                Locale.ROOT,
                "%d figures; pictures and tables: report.html, for benchstat: results.txt, to compare: results.json%n",
                figures));
        return text.toString();
    }

    /** Compares the raw files of two runs. */
    static Comparison compare(Path before, Path after) {
        try {
            var changes = Compare.USUAL.of(RawFiles.read(before), RawFiles.read(after));
            return new Comparison(ChangeText.table(changes), ChangeText.json(changes), changes.exitCode() != 0);
        } catch (IllegalArgumentException | UncheckedIOException e) { // not 1, which says that something is worse
            throw BenchException.wrong(String.valueOf(e.getMessage()));
        }
    }
}
