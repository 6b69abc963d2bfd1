// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.troupe.bench.machine.Environment;
import io.troupe.bench.machine.Probe;
import io.troupe.bench.report.compare.ChangeText;
import io.troupe.bench.report.compare.Compare;
import io.troupe.bench.report.html.HtmlReport;
import io.troupe.bench.report.model.GoFormat;
import io.troupe.bench.report.model.RawFiles;
import io.troupe.bench.report.model.ResultFile;
import io.troupe.bench.report.model.Results;
import io.troupe.bench.report.targets.Judgement;
import io.troupe.bench.report.targets.Outcome;
import io.troupe.bench.report.targets.Targets;
import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.store.Folder;
import io.troupe.bench.run.store.RunRecord;
import io.troupe.bench.run.view.Reporting;
import io.troupe.bench.run.work.JmhFork;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reports as a page with pictures ({@code report.html}), in the Go benchmark format ({@code results.txt}) and as one JSON file
 * ({@code results.json}, which can be compared with that of another run).
 */
public final class PageReporting implements Reporting {
    private static final String TARGETS = "targets.md";
    private static final String QUICK = "quick";
    private static final String QUICK_WORDS =
            "Profile quick: a few seconds per benchmark show that it runs, and give no figures to quote.";

    /** Without settings. */
    public PageReporting() {}

    @Override
    public Surroundings surroundings() {
        Environment found = Probe.here().environment(JmhFork.inherited());
        return new Surroundings(found.facts(), found.sentences());
    }

    @Override
    public String report(Folder folder) throws IOException {
        JsonNode run = folder.readRecord();
        Results results = results(folder, run);
        List<Judgement> verdicts = targets().judge(results);
        String profile = run.path("profile").asText();
        String page = HtmlReport.html(new PageInput("Benchmarks, profile " + profile, results, verdicts));
        write(folder, "report.html", page);
        write(folder, "results.txt", GoFormat.text(results));
        write(folder, "results.json", ResultFile.text(results));
        return summary(results, verdicts, !profile.equals(QUICK));
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
        try (InputStream in = PageReporting.class.getResourceAsStream(TARGETS)) {
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

    private static String summary(Results results, List<Judgement> verdicts, boolean judged) {
        StringBuilder text = new StringBuilder();
        new Disturbances(results.marks(), results.results())
                .marks()
                .forEach(mark -> text.append("Mark: ").append(mark).append(System.lineSeparator()));
        Map<Outcome, Integer> count = new EnumMap<>(Outcome.class);
        for (Judgement verdict : verdicts) {
            count.merge(verdict.outcome(), 1, Integer::sum);
            if (judged && verdict.outcome() != Outcome.NOT_MEASURED) {
                text.append(verdict).append(System.lineSeparator());
            }
        }
        text.append(count.entrySet().stream()
                .map(entry -> entry.getKey().words() + " " + entry.getValue())
                .collect(Collectors.joining(", ", "Targets: ", System.lineSeparator())));
        text.append(String.format(
                Locale.ROOT,
                "%d figures; pictures and tables: report.html, for benchstat: results.txt, to compare: results.json%n",
                results.results().size()));
        return text.toString();
    }

    @Override
    public Comparison compare(Path before, Path after) {
        try {
            var changes = Compare.USUAL.of(RawFiles.read(before), RawFiles.read(after));
            return new Comparison(ChangeText.table(changes), ChangeText.json(changes), changes.exitCode() != 0);
        } catch (IllegalArgumentException | UncheckedIOException e) { // not 1, which says that something is worse
            throw BenchException.wrong(String.valueOf(e.getMessage()));
        }
    }
}
